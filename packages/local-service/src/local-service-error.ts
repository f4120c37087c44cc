/**
 * What is wrong, and what to do:
 * - `port-in-use`: another process listens there; choose another port, or none for a free one
 * - `unusable-database`: the file cannot be opened, or is no database of the local service; name another one
 * - `bad-seed`: the seed does not hold what a seed may hold; the message names the place
 * - `bad-faults`: the same for fault rules
 */
export type LocalServiceErrorCode = 'port-in-use' | 'unusable-database' | 'bad-seed' | 'bad-faults';

/** Why the local service could not start. */
export class LocalServiceError extends Error {
  override readonly name = 'LocalServiceError';
  readonly code: LocalServiceErrorCode;

  constructor(code: LocalServiceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
