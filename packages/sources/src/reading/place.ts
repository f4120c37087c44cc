/** The place of a record in an export: the file, and the number of the line or element in the file, from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}
