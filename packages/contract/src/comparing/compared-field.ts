import { byKind, type Kind, kinds } from '../kinds/kinds.ts';
import type { ComparedField, ComparedFields } from '../records/compared-fields.ts';

/** The fields of each kind that are compared with what the service holds. */
export const comparedFields: Readonly<Record<Kind, ComparedFields>> = byKind(
  (kind) => kinds[kind].compared,
);

/**
 * The comparison of a field.
 *
 * @param name the field in a `Comparable`: `data.text` for the key `text` of `data`
 * @returns undefined for a field that no list shows
 */
export function comparedField(kind: Kind, name: string): ComparedField | undefined {
  const fields = comparedFields[kind];
  if (Object.hasOwn(fields, name)) return fields[name];
  return name.startsWith('data.') ? fields['data.*'] : undefined;
}
