import { isDeepStrictEqual } from 'node:util';
import { fieldsOf } from '../spool/wire.ts';

/**
 * The fields in which two records differ; a nested object counts as one field. The order of keys makes no difference.
 *
 * @param one wire form, `"id":{…}`
 * @returns empty when the records have the same content
 */
export function differingFields(one: Uint8Array, other: Uint8Array): string[] {
  if (Buffer.compare(one, other) === 0) return [];
  const [fields, others] = [fieldsOf(one), fieldsOf(other)];
  const names = new Set([...Object.keys(fields), ...Object.keys(others)]);
  return [...names].filter((name) => !isDeepStrictEqual(fields[name], others[name]));
}
