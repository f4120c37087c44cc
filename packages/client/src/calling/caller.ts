import type { AnswerOf, Api, Method, OperationName } from '@chatferry/contract';
import type { Attempt, AttemptRequest } from '../terms/attempt.ts';
import type { Budget } from '../terms/client-options.ts';
import type { CallLimits, ItemOf, ListName, RequestArgument } from './request.ts';

/** A request for a path that the operation table does not know. */
export interface FreeRequest<Answer = unknown> extends CallLimits {
  /** Default: `chat`. */
  readonly api?: Api;
  readonly method: Method;
  /** After the base address of the API, starting with a slash; query parameters go into `query`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Sent as JSON; bytes are sent unchanged. */
  readonly body?: unknown;
  readonly onBehalfOf?: string;
  /** Whether the request may be repeated when it is unknown whether it landed. Default: only reading requests. */
  readonly repeatable?: boolean;
  /** Default: `standard`. */
  readonly budget?: Budget;
  /** A schema for the answer's body, such as a zod schema; its result is the type of the answer. */
  readonly answer?: { parse(body: unknown): Answer };
  readonly signal?: AbortSignal;
}

/** The part of a client that is not an operation. */
export interface Caller extends AsyncDisposable {
  /**
   * Sends one request and returns the answer's body, checked against the operation's answer schema.
   *
   * Waits for the operation's rate budget. Lost connections, unreadable answers and 5xx are repeated where repeating is safe, up to 5
   * attempts 0.25–4 s apart. A 429 is always repeated, after the wait that the service states.
   *
   * @throws {ApiError} with the kind of failure in `code`; the signal's reason when it is aborted
   */
  call<Name extends OperationName>(
    name: Name,
    ...[request]: RequestArgument<Name>
  ): Promise<AnswerOf<Name>>;

  /**
   * Sends one request exactly once, immediately, without pacing, and returns any answer.
   * @throws {ApiError} without an answer: `unreachable`, `timeout`, `untrusted`, with `mayHaveLanded`
   */
  attempt(name: OperationName, request: AttemptRequest): Promise<Attempt>;

  /** Iterates over all items of a list. Each page is read when it is needed, in the same way as by `call`. */
  list<Name extends ListName>(
    name: Name,
    ...[request]: RequestArgument<Name>
  ): AsyncIterable<ItemOf<Name>>;

  /** Sends a request that the operation table does not have, with the client's credentials, pacing and repeats. */
  request<Answer = unknown>(request: FreeRequest<Answer>): Promise<Answer>;

  /**
   * Waits for every call in progress, including its waits and repeats, then closes the connections. Afterwards a call is refused with
   * `not-configured`, and so is the next page of a list that is still being read.
   */
  close(): Promise<void>;
}
