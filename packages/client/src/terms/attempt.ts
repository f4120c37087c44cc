/** One request as bytes, sent once. */
export interface AttemptRequest {
  /** The complete body; sent unchanged. */
  readonly bodyBytes?: Uint8Array;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly onBehalfOf?: string;
  readonly signal?: AbortSignal;
  /**
   * Called at the last moment before the first byte is written. When it returns false, nothing is sent, and the attempt is rejected with
   * `NeverLeft`.
   */
  readonly mayLeave?: () => boolean;
  /** Converts the answer's bytes to `body`, and throws when they are not JSON. Default: decodes and parses them. */
  readonly parse?: (bytes: Uint8Array) => unknown;
}

/** The answer to one attempt, successful or not. */
export interface Attempt {
  /** From 200 on. */
  readonly status: number;
  /** Names in lower case; repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The answer as JSON, or the result of `parse`; `undefined` when it is not JSON, or is incomplete. */
  readonly body: unknown;
  /** The first 500 characters of an answer that is not JSON or is incomplete, without any text that looks like a key. */
  readonly text?: string;
}
