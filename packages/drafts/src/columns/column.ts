import type { ColumnFacts } from './facts-of.ts';

/** A column of CSV, or a value of JSON rows, with what its sampled values look like. */
export interface Column {
  /** The column as the configuration writes it: `created`, `profile.name`, `^.id`. */
  readonly name: string;
  /** The words by which it is recognised. Of a column of the parent, with the name of the parent's list. */
  readonly label: string;
  /** The column, or the outermost key, that it is in; undefined for a value of the parent. */
  readonly root: string | undefined;
  /** Whether it is in a list, so that a row may have several of it. */
  readonly isRepeated: boolean;
  /** Whether its values are numbers of JSON, which become texts only where a line names the column. */
  readonly hasNumbers: boolean;
  /** Whether it is a key of an object that the row is in. */
  readonly isKey?: boolean;
  /** Whether its values are references to documents, such as `users/ann`, of which the facts and cells have the ids. */
  readonly isReference?: boolean;
  /** The text that the values have in place of each dot of an e-mail address; the facts and cells have the addresses. */
  readonly escapes?: readonly string[];
  readonly facts: ColumnFacts;
  /** In a dump: the table and the column. */
  readonly place?: string;
  /** In a dump: the place of the key that its values are, where that is proved. */
  readonly refersTo?: string;
  /** In a dump: whether its values are bytes, which stand in hexadecimal here. */
  readonly hasBytes?: boolean;
  /** Its value in each row of the sample, so that columns can be compared row by row; of a list the first one. */
  readonly cells: readonly (string | undefined)[];
}
