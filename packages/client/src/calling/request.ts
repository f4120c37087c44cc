import type {
  AnswerOf,
  BodyOf,
  OperationName,
  Operations,
  PathParametersOf,
  QueryOf,
} from '@chatferry/contract';
import type { Cursor } from '../terms/page.ts';

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

type CursorPart<Name extends OperationName> = Operations[Name] extends { readonly paging: 'cursor' }
  ? {
      /** `meta.next` of the previous page, to read the page after it. */
      readonly cursor?: Cursor | undefined;
    }
  : { readonly cursor?: undefined };

type PagingPart<Name extends OperationName> = Operations[Name] extends { readonly paging: string }
  ? {
      /** For a whole list: whether the next page is requested before the items of a page are handled. Default: false. */
      readonly readsAhead?: true | undefined;
    }
  : { readonly readsAhead?: undefined };

/** The parts of one call of an operation; the compiler refuses parts that the operation does not have. */
export type RequestOf<Name extends OperationName> = PathPart<Name> &
  QueryPart<Name> &
  BodyPart<Name> &
  CursorPart<Name> &
  PagingPart<Name> &
  ActingUserPart<Name> & {
    /** Stops waiting and repeating; the call then rejects with the signal's reason. */
    readonly signal?: AbortSignal;
  } & CallLimits;

/** The limits of one call. */
export interface CallLimits {
  /** Milliseconds for the whole call, including waits and repeats, after which it rejects with `timeout`. Default: no limit. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of attempts; 1 sends the request once. Default: 5. */
  readonly attempts?: number | undefined;
  /** Called with the headers of each successful answer, names in lower case. */
  readonly onHeaders?: ((headers: Readonly<Record<string, string>>) => void) | undefined;
}

/**
 * The request as an argument, optional when the operation needs none. `Comments` has the same fields,
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

/** A request without the types of the table: the form that the client uses internally. */
export interface LooseRequest extends CallLimits {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly cursor?: Cursor | undefined;
  readonly body?: unknown;
  readonly onBehalfOf?: string | undefined;
  readonly readsAhead?: true | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly parse?: ((bytes: Uint8Array) => unknown) | undefined;
}
