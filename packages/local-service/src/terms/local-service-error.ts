/**
 * Why the local service could not start:
 * - `port-in-use`: another process uses the port; choose another port, or 0 for a free one
 * - `unusable-database`: the file cannot be opened, or is not a database of the local service; choose another file
 * - `bad-seed`: the seed is invalid; the message names the position
 * - `bad-faults`: the fault rules are invalid; the message names the position
 */
export type LocalServiceErrorCode = 'port-in-use' | 'unusable-database' | 'bad-seed' | 'bad-faults';

/** An error that keeps the local service from starting. */
export class LocalServiceError extends Error {
  override readonly name = 'LocalServiceError';
  readonly code: LocalServiceErrorCode;

  constructor(code: LocalServiceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
