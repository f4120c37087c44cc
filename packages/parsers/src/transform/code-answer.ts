/** A configuration in code, without its functions. */
export interface Code {
  /** The default export. Functions are left out. */
  readonly value: unknown;
  /** The keys that lead to each function. */
  readonly functions: readonly (readonly string[])[];
  /** See `CodePlace`. */
  readonly sha256: string;
}

/** Message from the thread that loads the configuration. */
export type CodeAnswer = Code | { readonly error: string };
