import type {
  AnswerOf,
  BodyOf,
  OperationName,
  Operations,
  PathParametersOf,
  QueryOf,
} from '@chatferry/contract';

type PathPart<Name extends OperationName> = keyof PathParametersOf<Name> extends never
  ? { readonly path?: undefined }
  : { readonly path: PathParametersOf<Name> };

type QueryPart<Name extends OperationName> =
  QueryOf<Name> extends infer Query
    ? Query extends undefined
      ? { readonly query?: undefined }
      : object extends Query
        ? { readonly query?: Query }
        : { readonly query: Query }
    : never;

type BodyPart<Name extends OperationName> =
  undefined extends BodyOf<Name>
    ? { readonly body?: BodyOf<Name> }
    : { readonly body: BodyOf<Name> };

type ActingUserPart<Name extends OperationName> = {
  none: { readonly onBehalfOf?: undefined };
  optional: { readonly onBehalfOf?: string };
  required: { readonly onBehalfOf: string };
}[Operations[Name]['onBehalfOf']];

/** What one call of an operation is made of; parts that the operation does not know are refused by the compiler. */
export type RequestOf<Name extends OperationName> = PathPart<Name> &
  QueryPart<Name> &
  BodyPart<Name> &
  ActingUserPart<Name> & {
    /** Stops waiting and repeating; the call then rejects with the signal's reason. */
    readonly signal?: AbortSignal;
  } & CallLimits;

/** How long, and how often, one call may try. */
export interface CallLimits {
  /** Milliseconds for the whole call, waits and repeats included; it then rejects with `timeout`. No limit unless given. */
  readonly timeoutMs?: number | undefined;
  /** How often the request may be sent in all; 1 sends it once. 5 unless given. */
  readonly attempts?: number | undefined;
}

/**
 * The request as an argument, which may be left out when the operation needs nothing. `Comments` has the same fields,
 * with comments for editors.
 */
export type RequestArgument<Name extends OperationName, Comments = unknown> =
  object extends RequestOf<Name>
    ? [request?: RequestOf<Name> & Comments]
    : [request: RequestOf<Name> & Comments];

/** The operations that answer with a list. */
export type ListName = {
  [Name in OperationName]: Operations[Name] extends { readonly paging: string } ? Name : never;
}[OperationName];

/** One entry of the list that an operation answers with. */
export type ItemOf<Name extends ListName> =
  AnswerOf<Name> extends { readonly data: readonly (infer Item)[] } ? Item : never;

/** A request as the table's types leave it: the form in which it travels inside the client. */
export interface LooseRequest extends CallLimits {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly onBehalfOf?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly parse?: ((bytes: Uint8Array) => unknown) | undefined;
}
