import type { FieldPacket } from 'mysql2';
import { keyValues } from './key-text.ts';
import { columnOf } from './mysql-digests.ts';
import { isWholeNumber } from './mysql-types.ts';

/** The condition that a row has one of the keys, or a key that a collation considers as equal. */
export function hasKeys(ofKey: readonly FieldPacket[], keys: readonly string[]): string {
  if (keys.length === 0) return 'FALSE';
  const columns = ofKey.map(({ name }) => columnOf(name));
  const rows = keys.map((key) => {
    const values = keyValues(key, ofKey.length).map((value, index) =>
      literal(ofKey[index]!, value ?? ''),
    );
    return values.length === 1 ? values[0]! : `(${values.join(', ')})`;
  });
  const column = columns.length === 1 ? columns[0]! : `(${columns.join(', ')})`;
  return `${column} IN (${rows.join(', ')})`;
}

/** A value as a number, or as the bytes of its text, so that no value can end the text in any mode of the server. */
function literal(field: FieldPacket, value: string): string {
  if (isWholeNumber(field)) return String(BigInt(value));
  return value === '' ? "''" : `_utf8mb4 0x${Buffer.from(value).toString('hex')}`;
}
