/** A value that JSON cannot represent. */
export class BlobError extends Error {
  override readonly name = 'BlobError';
  readonly column: string;

  constructor(column: string) {
    super(`The column ${column} has a BLOB.`);
    this.column = column;
  }
}
