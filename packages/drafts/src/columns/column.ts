import type { ColumnFacts } from './facts-of.ts';

/** A column of CSV, or a value of JSON rows, with facts about its sampled values. */
export interface Column {
  /** The column as the configuration writes it: `created`, `profile.name`, `^.id`. */
  readonly name: string;
  /** The words that identify the column. For a column of the parent, they include the name of the parent's list. */
  readonly label: string;
  /** The column, or the outermost key, that contains the value; undefined for a value of the parent. */
  readonly root: string | undefined;
  /** Whether the column is in a list, so that a row may have several values. */
  readonly isRepeated: boolean;
  /** Whether the values are JSON numbers, which become texts only where a line names the column. */
  readonly hasNumbers: boolean;
  /** Whether the column is a key of an object that contains the row. */
  readonly isKey?: boolean;
  /** Whether the values are references to documents, such as `users/ann`. Then the facts and cells contain the ids. */
  readonly isReference?: boolean;
  /** The text that replaces each dot of an e-mail address in the values. The facts and cells contain the addresses. */
  readonly escapes?: readonly string[];
  readonly facts: ColumnFacts;
  /** In a dump: the table and the column. */
  readonly place?: string;
  /** In a dump: the place of the key that the values refer to, if that is proved. */
  readonly refersTo?: string;
  /** In a dump: whether the values are bytes, which are shown in hexadecimal. */
  readonly hasBytes?: boolean;
  /** The column's value in each row of the sample, for comparing columns row by row; the first value of a list. */
  readonly cells: readonly (string | undefined)[];
}
