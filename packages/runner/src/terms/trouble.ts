import type { ErrorDetails } from '@chatferry/contract';

/** What went wrong with one request or one record, in the service's own words if there are any. */
export interface Trouble {
  /** A code of the service, `HTTP 502`, or a code of the client (`timeout`, `unreachable` …). */
  readonly code: string;
  readonly message: string;
  /** What the service reports about single fields; the message contains it too. */
  readonly details?: ErrorDetails | undefined;
}
