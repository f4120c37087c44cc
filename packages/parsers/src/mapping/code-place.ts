/** A function in the configuration. Plain data: each thread loads the function itself. */
export interface CodePlace {
  /** The configuration, as the user named it; relative to the working directory. */
  readonly file: string;
  /** The hash of the file and of everything that it imports by a relative path, in hexadecimal. */
  readonly sha256: string;
  /** The keys that lead to the function: `kinds`, `users`, `transform`. */
  readonly at: readonly string[];
}
