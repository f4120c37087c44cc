/** One request as bytes, sent once. */
export interface AttemptRequest {
  /** The complete body; sent as it is. */
  readonly bodyBytes?: Uint8Array;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly onBehalfOf?: string;
  readonly signal?: AbortSignal;
  /** Makes the `body` out of the answer's bytes, and throws when they are no JSON. Decoded and parsed unless given. */
  readonly parse?: (bytes: Uint8Array) => unknown;
}

/** The answer to one attempt, good or bad. */
export interface Attempt {
  readonly status: number;
  /** Names in lower case; a header sent more than once has its values joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The answer as JSON, or what `parse` has made of it; `undefined` when it is none, or broke off. */
  readonly body: unknown;
  /** The first 500 characters of an answer that is no JSON, or broke off, without anything that looks like a key. */
  readonly text?: string;
}
