import type { Api, Method } from '@chatferry/contract';
import type { ApiErrorCode } from './api-error.ts';

/** A request that is about to be sent. It holds no key, no body and no id of a person. */
export interface RequestEvent {
  /** The operation's name, or method and path of a request without one. */
  readonly operation: string;
  readonly api: Api;
  readonly method: Method;
  /** 1 for the first time, more for repeats. */
  readonly attempt: number;
}

/** What came of it. */
export interface AnswerEvent extends RequestEvent {
  /** The HTTP status; absent when no answer came. */
  readonly status: number | undefined;
  /** Why no answer came: `unreachable`, `timeout` or `untrusted`; absent when one did, and when the call was aborted. */
  readonly error: ApiErrorCode | undefined;
  readonly tookMs: number;
}
