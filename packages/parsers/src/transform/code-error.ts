/** A configuration in code that cannot be loaded: what is wrong, and what to do. */
export class CodeError extends Error {
  override readonly name = 'CodeError';
  readonly fix: string;

  constructor(file: string, message: string, fix: string) {
    super(`${file}: ${message}`);
    this.fix = fix;
  }
}
