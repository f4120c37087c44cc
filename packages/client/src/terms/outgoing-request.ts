import type { Api, Method } from '@chatferry/contract';

/** A request without credentials, which are read when it is sent. */
export interface OutgoingRequest {
  /** The operation's name for errors. */
  readonly operation: string;
  readonly api: Api;
  readonly method: Method;
  /** The path after the base address of the API, with the query. */
  readonly path: string;
  readonly bodyBytes: Uint8Array | undefined;
  readonly onBehalfOf: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Called at the last moment before the first byte is written. */
  readonly mayLeave?: (() => boolean) | undefined;
  /** Default: `parseJson`. */
  readonly parse: ((bytes: Uint8Array) => unknown) | undefined;
  /** Sent even without a body. */
  readonly contentType?: string | undefined;
  /** The operation to use instead, if the reference deprecates this one. */
  readonly deprecated?: string | undefined;
}
