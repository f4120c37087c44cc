import { type Operation, type OperationName, operations, nearestNames } from '@chatferry/contract';
import { ApiError } from './api-error.ts';

const GUESSES = 3;

/**
 * The operation of the table, for names that no compiler has checked.
 * @throws {ApiError} `invalid`, with the operations that have the most similar names
 */
export function operationNamed(named: unknown): Operation {
  const name = String(named);
  if (Object.hasOwn(operations, name)) return operations[name as OperationName];
  throw new ApiError(
    'invalid',
    `there is no such operation; the nearest are ${nearestNames(name, Object.keys(operations), GUESSES).join(', ')}; nothing was sent.`,
    { operation: name, mayHaveLanded: false },
  );
}
