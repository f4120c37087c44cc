import { differingFields, type Kind } from '@chatferry/contract';
import { fieldsOf } from '../spool/wire.ts';

/**
 * The fields in which two records of a kind differ, by the rules of the comparison with the service. Either record may be the earlier
 * one: they are the same when one may have become the other.
 *
 * @param one wire form, `"id":{…}`
 * @returns empty when the records have the same content
 */
export function differingContent(kind: Kind, one: Uint8Array, other: Uint8Array): string[] {
  if (Buffer.compare(one, other) === 0) return [];
  const [fields, others] = [fieldsOf(one), fieldsOf(other)];
  const differing = differingFields(kind, fields, others);
  return differingFields(kind, others, fields).length === 0 ? [] : differing;
}
