/** A document of a collection. */
export interface Document {
  /** Its number in the file, from 1. */
  readonly line: number;
  /** Undefined when it cannot be read. */
  readonly value: unknown;
  /** What is wrong with it, when it cannot be read. Its text may have a password or a token. */
  readonly broken?: string;
}
