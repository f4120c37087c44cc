import type { ErrorDetails } from '@chatferry/contract';

/** What went wrong with one request or one record, in the service's words where it gave any. */
export interface Trouble {
  /** The service's code, or `HTTP 502`, or the client's (`timeout`, `unreachable` …). */
  readonly code: string;
  readonly message: string;
  /** What the service reports about single fields; the message contains it too. */
  readonly details?: ErrorDetails | undefined;
}
