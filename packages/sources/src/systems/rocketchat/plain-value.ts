import { Decimal128, Long, ObjectId } from 'bson';
import { isObject, type Row } from '@chatferry/contract';

/** Levels of a document that are read. No row needs deeper levels. */
const MOST_LEVELS = 64;

/**
 * A value of a document without the wrappers of BSON and of extended JSON: dates are numbers or ISO texts, ids are texts.
 * Changes the value.
 */
export function plain(value: unknown, level = 0): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (level > MOST_LEVELS) return undefined;
  if (value instanceof Date) return value.getTime();
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries())
      if (each !== null && typeof each === 'object') value[index] = plain(each, level + 1);
    return value;
  }
  if (value instanceof ObjectId || value instanceof Long || value instanceof Decimal128)
    return value.toString();
  if ('_bsontype' in value) return undefined; // Bytes, code and the like are in no row.
  const row = value as Row;
  const names = Object.keys(row);
  if (names.length === 1 && names[0]!.startsWith('$')) return unwrapped(names[0]!, row, level);
  for (const name of names) {
    const each = row[name];
    // A field with this name would change the object itself.
    if (each !== null && typeof each === 'object' && name !== '__proto__')
      row[name] = plain(each, level + 1);
  }
  return row;
}

function unwrapped(name: string, row: Row, level: number): unknown {
  const inner = isObject(row[name]) ? plain(row[name], level + 1) : row[name];
  if (name === '$date' || name === '$oid') return inner;
  if (name !== '$numberInt' && name !== '$numberLong' && name !== '$numberDouble') return row;
  const number = Number(inner);
  return name === '$numberLong' && !Number.isSafeInteger(number) ? inner : number;
}
