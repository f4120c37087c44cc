import { byKind, type Kind, kinds } from '../kinds.ts';
import type { ComparedField, ComparedFields } from './compared-fields.ts';

/** The fields of each kind that are compared with what the service holds. */
export const comparedFields: Readonly<Record<Kind, ComparedFields>> = byKind(
  (kind) => kinds[kind].compared,
);

/** How a field is compared, by its name in a `Comparable`: `data.text` for the key `text` of `data`. */
export function comparedField(kind: Kind, name: string): ComparedField {
  const fields = comparedFields[kind];
  return fields[name] ?? fields[`${name.slice(0, name.indexOf('.'))}.*`]!;
}
