import { type FixableErrorClass, fixableErrors } from '@chatferry/contract';

/**
 * Why the local service could not start:
 * - `port-in-use`: another process uses the port; choose another port, or 0 for a free one
 * - `unusable-database`: the file cannot be opened, or is not a database of the local service; choose another file
 * - `bad-seed`: the seed is invalid; the message names the position
 * - `bad-faults`: the fault rules are invalid; the message names the position
 */
export type LocalServiceErrorCode = 'port-in-use' | 'unusable-database' | 'bad-seed' | 'bad-faults';

const fixes: Readonly<Record<LocalServiceErrorCode, string>> = {
  'port-in-use': 'Choose another port, or 0 for any that is free.',
  'unusable-database': 'Name another file, or a new one.',
  'bad-seed': 'Correct the seed there.',
  'bad-faults': 'Correct the rules there.',
};

const FixableErrors: FixableErrorClass<LocalServiceErrorCode> = fixableErrors('LocalServiceError');

/** An error that keeps the local service from starting. */
export class LocalServiceError extends FixableErrors {
  constructor(
    code: LocalServiceErrorCode,
    message: string | readonly string[],
    options?: ErrorOptions,
  ) {
    super(code, message, fixes[code], options);
  }
}
