import type { Row } from '../values/row.ts';
import type { Kind } from '../kinds/kinds.ts';
import { comparedField, comparedFields } from './compared-field.ts';
import type { ComparedField } from '../records/compared-fields.ts';
import { incidentalFields } from './field-updates.ts';
import { sameValue } from './is-same.ts';

const AS_JSON: Pick<ComparedField, 'equality'> = { equality: 'json' };

/**
 * The fields in which a record differs from an earlier record with the same id, by the rules of the comparison with the service: values
 * that these rules call the same do not differ. Keys of `data` are fields of their own, such as `data.text`.
 */
export function differingFields(kind: Kind, earlier: Row, later: Row): string[] {
  const incidental = incidentalFields(kind);
  const names = namesIn(earlier, later).filter((name) => !incidental.includes(name));
  return names.flatMap((name) => {
    if (name !== 'data') return isSame(kind, name, earlier, later) ? [] : [name];
    const [before, after] = [(earlier[name] ?? {}) as Row, (later[name] ?? {}) as Row];
    return namesIn(before, after)
      .filter((key) => {
        const { equality } = comparedFieldOf(kind, `data.${key}`);
        return sameValue(equality, ownValue(before, key), ownValue(after, key)) === undefined;
      })
      .map((key) => `data.${key}`);
  });
}

function isSame(kind: Kind, name: string, earlier: Row, later: Row): boolean {
  const field = comparedFieldOf(kind, name);
  // A value that was filled in from another field is not compared.
  if (field.copyOf !== undefined && later[name] === later[field.copyOf]) return true;
  const [before, after] = [earlier, later].map((record) => ownValue(record, name) ?? field.none);
  if (field.equality === 'presence') return isThere(before) === isThere(after);
  return sameValue(field.equality, before, after) !== undefined;
}

/** How a field of a record is compared, by its name in the record; as JSON when no list shows it. */
function comparedFieldOf(
  kind: Kind,
  name: string,
): Pick<ComparedField, 'equality' | 'none' | 'copyOf'> {
  const own = comparedField(kind, name);
  return own ?? Object.values(comparedFields[kind]).find(({ of }) => of === name) ?? AS_JSON;
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}

function ownValue(record: Row, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function namesIn(one: Row, other: Row): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}
