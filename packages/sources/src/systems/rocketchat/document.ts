/** A document of a collection. */
export interface Document {
  /** The number of the document in the file, from 1. */
  readonly line: number;
  /** Undefined when it cannot be read. */
  readonly value: unknown;
  /** Why the document cannot be read. The text itself may have a password or a token. */
  readonly broken?: string;
}
