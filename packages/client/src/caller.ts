import type { AnswerOf, Api, Method, OperationName } from '@chatferry/contract';
import type { Attempt, AttemptRequest } from './attempt.ts';
import type { Budget } from './client-options.ts';
import type { CallLimits, ItemOf, ListName, RequestArgument } from './request.ts';

/** A request for a path that the operation table does not know. */
export interface FreeRequest<Answer = unknown> extends CallLimits {
  /** `chat` unless given. */
  readonly api?: Api;
  readonly method: Method;
  /** After the base address of the API, starting with a slash; query parameters go into `query`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Sent as JSON; bytes are sent as they are. */
  readonly body?: unknown;
  readonly onBehalfOf?: string;
  /** Whether it may be sent again when it is unknown whether it landed; only reading requests unless given. */
  readonly repeatable?: boolean;
  /** `standard` unless given. */
  readonly budget?: Budget;
  /** What the answer's body is checked with, such as a zod schema; its result is the type of the answer. */
  readonly answer?: { parse(body: unknown): Answer };
  readonly signal?: AbortSignal;
}

/** The part of a client that is no operation. */
export interface Caller extends AsyncDisposable {
  /**
   * Sends one request and returns the answer's body, checked against the operation's answer schema.
   *
   * Waits for the operation's rate budget. Lost connections, unreadable answers and 5xx are tried again where that
   * does no harm, up to 5 attempts 0.25–4 s apart; 429 always, after the wait that the service states.
   *
   * @throws {ApiError} its `code` states the kind of failure; the signal's reason when it is aborted
   */
  call<Name extends OperationName>(
    name: Name,
    ...[request]: RequestArgument<Name>
  ): Promise<AnswerOf<Name>>;

  /**
   * Sends one request exactly once, immediately, without pacing, and returns whatever is answered.
   * @throws {ApiError} when no answer came: `unreachable`, `timeout`, `untrusted`, with `mayHaveLanded`
   */
  attempt(name: OperationName, request: AttemptRequest): Promise<Attempt>;

  /** Walks over all items of a list, page after page, each read as by `call` when it is needed. */
  list<Name extends ListName>(
    name: Name,
    ...[request]: RequestArgument<Name>
  ): AsyncIterable<ItemOf<Name>>;

  /** Sends a request that the operation table does not know, with the client's credentials, pacing and repeats. */
  request<Answer = unknown>(request: FreeRequest<Answer>): Promise<Answer>;

  /**
   * Lets every call that has begun finish, its waits and repeats included, then closes the connections. A call after
   * this is refused with `not-configured`, and so is the next page of a list that is still being read.
   */
  close(): Promise<void>;
}
