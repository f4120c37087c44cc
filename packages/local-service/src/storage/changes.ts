import type { SQLInputValue } from 'node:sqlite';
import { limits } from '@chatferry/contract';
import { badField } from '../terms/service-problem.ts';
import type { Store } from './store.ts';

/** Columns and their new values; `undefined` leaves a column unchanged, `null` empties it. */
export type Changes = Readonly<Record<string, SQLInputValue | undefined>>;

/** Writes the changes to one row and sets its time of change. */
export function applyChanges(
  store: Store,
  table: 'users' | 'groups' | 'roles',
  key: readonly [column: string, value: string],
  changes: Changes,
): void {
  const given = Object.entries(changes).filter(
    (change): change is [string, SQLInputValue] => change[1] !== undefined,
  );
  const assignments = [...given.map(([column]) => `${column} = ?`), 'updated_at = ?'];
  store.run(
    `UPDATE ${table} SET ${assignments.join(', ')} WHERE ${key[0]} = ?`,
    ...given.map(([, value]) => value),
    store.seconds(),
    key[1],
  );
}

/** JSON text of an optional field. */
export function jsonText(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** JSON text of the metadata of a user or group. @throws {ServiceProblem} `ERR_BAD_REQUEST` when too large */
export function metadataText(metadata: unknown): string | undefined {
  const text = jsonText(metadata);
  if (text !== undefined && Buffer.byteLength(text) > limits.metadataBytes)
    throw badField('metadata', `metadata must not be larger than ${limits.metadataBytes} bytes.`);
  return text;
}

/** The value to write: `null` when the caller asks to empty the field. */
export function unlessUnset<T>(
  field: string,
  value: T | undefined,
  unset: readonly string[] | undefined,
): T | null | undefined {
  return unset?.includes(field) === true ? null : value;
}
