/** Where a record of an export is: the file, and the number of the line or element in it, from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}
