import { type OperationName, operations } from '@chatferry/contract';
import type { Grouped } from './operations-by-name.ts';

interface Tree {
  [name: string]: Tree | ((request?: never) => unknown);
}

/** Builds the groups from the operation table; `operate` makes each function from the operation's name. */
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
