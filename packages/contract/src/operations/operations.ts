import type { z } from 'zod';
import { callOperations } from './calls.ts';
import { dataImportOperations } from './data-import.ts';
import { groupOperations } from './groups.ts';
import { managementOperations } from './management.ts';
import { messageOperations } from './messages.ts';
import type { Operation } from './operation.ts';
import { userOperations } from './users.ts';

/** Every operation with a documented path, by its name in the client: `groups.members.list`. */
export const operations = {
  ...userOperations,
  ...groupOperations,
  ...messageOperations,
  ...callOperations,
  ...dataImportOperations,
  ...managementOperations,
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

type FieldOf<Name extends OperationName, Key extends string> =
  Operations[Name] extends Record<Key, infer Value> ? Value : undefined;

/** The body to send; `undefined` when the operation takes none. */
export type BodyOf<Name extends OperationName> =
  FieldOf<Name, 'body'> extends infer Schema extends z.ZodType ? z.input<Schema> : undefined;

export type QueryOf<Name extends OperationName> =
  FieldOf<Name, 'query'> extends infer Schema extends z.ZodType ? z.input<Schema> : undefined;

export type AnswerOf<Name extends OperationName> = z.output<Operations[Name]['answer']>;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The `{name}` parts of the path, each with its value. */
export type PathParametersOf<Name extends OperationName> = Readonly<
  Record<NamesIn<Operations[Name]['path']>, string>
>;
