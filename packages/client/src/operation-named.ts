import { type Operation, type OperationName, operations } from '@chatferry/contract';
import { distance } from 'fastest-levenshtein';
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
    `there is no such operation; the nearest are ${nearest(name).join(', ')}; nothing was sent.`,
    { operation: name, mayHaveLanded: false },
  );
}

function nearest(wrong: string): string[] {
  return Object.keys(operations)
    .map((name) => ({ name, mistakes: distance(wrong.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.mistakes - b.mistakes)
    .slice(0, GUESSES)
    .map(({ name }) => name);
}
