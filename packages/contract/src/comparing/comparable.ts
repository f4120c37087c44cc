import type { Row } from '../values/row.ts';
import type { Kind } from '../kinds/kinds.ts';
import { CHANGED, DATED_BY_APP } from '../records/change.ts';
import { comparedField, comparedFields } from './compared-field.ts';
import type { ComparedField } from '../records/compared-fields.ts';
import { fieldValue } from './field-updates.ts';

/** The compared fields of a planned record with their planned values, in the order of the table. */
export type Comparable = ReadonlyMap<string, unknown>;

/** The facts that the comparison needs in addition to the planned record. */
export interface ComparedRecordFacts {
  /** The kind is sent through the chat endpoints, which take no dates. */
  readonly isSentByChat?: boolean | undefined;
  /** The plan makes a record of another kind that decides on this field, such as a deactivation. */
  readonly isDecidedLater?: ((field: string) => boolean) | undefined;
  /** The member owns the group, so that the service decides on the scope. */
  readonly isOwner?: boolean | undefined;
}

/** The fields of a planned record whose held values must equal the planned ones: the fields with a value, and the fields that an update empties. */
export function comparableOf(
  kind: Kind,
  planned: Row,
  { isSentByChat = false, isOwner = false, isDecidedLater }: ComparedRecordFacts = {},
): Comparable {
  const found = new Map<string, unknown>();
  const isDatedByApp = isSentByChat || planned[DATED_BY_APP] === true;
  for (const [name, field] of Object.entries(comparedFields[kind])) {
    if (isDatedByApp && field.isDate === true) continue;
    if (isOwner && name === 'scope') continue;
    if (field.copyOf !== undefined && planned[name] === planned[field.copyOf]) continue;
    if (isDecidedLater?.(field.of ?? name) === true) continue;
    if (name === 'data.*') addKeys(found, planned['data']);
    else addValue(found, name, field, planned);
    if (field.isDecisive === true && found.get(name) === true) return found;
  }
  for (const name of emptiedFields(kind, planned)) if (!found.has(name)) found.set(name, undefined);
  return found;
}

/** The fields that an update empties: it names them without a value. A list does not show all of them. */
function emptiedFields(kind: Kind, planned: Row): string[] {
  const changed = (planned[CHANGED] ?? []) as readonly string[];
  return changed.filter((name) => {
    const field = comparedField(kind, name);
    return field !== undefined && !('none' in field) && fieldValue(planned, name) === undefined;
  });
}

/** The value that the service holds for a field. @param name as in a `Comparable` */
export function heldValue(name: string, field: ComparedField, held: Row): unknown {
  if (!name.startsWith('data.')) return valueOf(field, held[field.of ?? name]);
  const data = (held['data'] ?? {}) as Row;
  const key = name.slice('data.'.length);
  return valueOf(field, Object.hasOwn(data, key) ? data[key] : undefined);
}

function addKeys(found: Map<string, unknown>, data: unknown): void {
  for (const key of Object.keys(data ?? {}).toSorted())
    found.set(`data.${key}`, (data as Row)[key]);
}

function addValue(
  found: Map<string, unknown>,
  name: string,
  field: ComparedField,
  planned: Row,
): void {
  if (name.startsWith('data.')) return;
  const value = planned[field.of ?? name];
  if (value !== undefined || 'none' in field) found.set(name, valueOf(field, value));
}

function valueOf({ equality, none }: ComparedField, value: unknown): unknown {
  if (equality === 'presence') return value !== undefined && value !== null && value !== false;
  return value ?? none;
}
