import type { Api, Method } from '@chatferry/contract';
import type { ApiErrorCode } from './api-error.ts';

/** A request that is about to be sent. It contains no key, no body and no id of a person. */
export interface RequestEvent {
  /** The operation's name, or method and path for a request without an operation. */
  readonly operation: string;
  readonly api: Api;
  readonly method: Method;
  /** 1 for the first attempt, more for repeats. */
  readonly attempt: number;
}

/** A page of a list contained entries that are not items. They were left out. */
export interface SkippedEntries {
  readonly operation: string;
  /** The form of each entry, such as `null` or `an object without uid`; never the content. */
  readonly entries: readonly string[];
}

/** The result of a request. */
export interface AnswerEvent extends RequestEvent {
  /** The HTTP status; absent when there was no answer. */
  readonly status: number | undefined;
  /** Why there was no answer: `unreachable`, `timeout` or `untrusted`; absent when there was an answer or the call was aborted. */
  readonly error: ApiErrorCode | undefined;
  readonly tookMs: number;
}
