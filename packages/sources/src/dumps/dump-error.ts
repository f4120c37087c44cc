/** A dump that cannot be read as it is. */
export class DumpError extends Error {
  override readonly name = 'DumpError';
  /** What to do about the error, as sentences. */
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }
}
