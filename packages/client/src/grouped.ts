import { type AnswerOf, type OperationName, operations } from '@chatferry/contract';
import type { ItemOf, ListName, RequestArgument } from './request.ts';

/** One operation as a function: a list to walk with `for await`, or a call. */
export type Operate<Name extends OperationName> = Name extends ListName
  ? (...request: RequestArgument<Name>) => AsyncIterable<ItemOf<Name>>
  : (...request: RequestArgument<Name>) => Promise<AnswerOf<Name>>;

type Head<Name extends string> = Name extends `${infer First}.${string}` ? First : Name;
type Tail<Name extends string, First extends string> = Name extends `${First}.${infer Rest}`
  ? Rest
  : never;

type Group<Names extends string, Prefix extends string> = {
  readonly [First in Head<Names>]: `${Prefix}${First}` extends infer Full
    ? Full extends OperationName
      ? Operate<Full>
      : Group<Tail<Names, First>, `${Prefix}${First}.`>
    : never;
};

/** `groups.members.list` of the table as `client.groups.members.list`. */
export type Grouped = Group<OperationName, ''>;

interface Tree {
  [name: string]: Tree | ((request?: never) => unknown);
}

/** Builds the groups from the operation table; each function is made by `operate` from the operation's name. */
export function grouped(operate: (name: OperationName) => (request?: never) => unknown): Grouped {
  const root: Tree = {};
  for (const name of Object.keys(operations) as OperationName[]) {
    const parts = name.split('.');
    const last = parts.pop()!;
    let group = root;
    for (const part of parts) group = (group[part] ??= {}) as Tree;
    group[last] = operate(name);
  }
  return root as unknown as Grouped;
}
