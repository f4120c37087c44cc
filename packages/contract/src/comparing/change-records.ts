import type { Row } from '../values/row.ts';
import { type Kind, kinds, kindsInOrder } from '../kinds/kinds.ts';
import { BEFORE, CHANGED } from '../records/change.ts';
import { isSet } from './field-updates.ts';

/** A record of a kind that changes what the app holds. */
export interface ChangeRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly row: Row;
}

/** Lifting a ban and reactivating a user are records of their own, because they are sent before the records that need them. */
const accessKinds: Readonly<Partial<Record<Kind, { readonly field: string; readonly by: Kind }>>> =
  {
    users: { field: 'deactivated', by: 'reactivations' },
    members: { field: 'isBanned', by: 'unbans' },
  };

/**
 * The records that change the app so that it holds `record` as planned. Lifting a ban does not restore the membership, so the membership
 * is also imported again.
 *
 * @param changed the fields that differ, all of which operations can change
 * @param before the app's values of these fields, if known; a field without a value is null
 */
export function changeRecords(
  kind: Kind,
  record: Row,
  changed: readonly string[],
  before?: Row,
): ChangeRecord[] {
  const { key } = kinds[kind];
  const id = record[key] as string;
  const access = accessKinds[kind];
  const regains =
    access !== undefined && changed.includes(access.field) && !isSet(record, access.field);
  const rest = regains ? changed.filter((field) => field !== access.field) : changed;
  const found: ChangeRecord[] = [];
  if (regains) found.push({ kind: access.by, id, row: accessRow(access.by, record) });
  if (rest.length > 0) {
    const known = before && {
      [BEFORE]: Object.fromEntries(rest.map((field) => [field, before[field] ?? null])),
    };
    found.push({ kind: updateKindOf(kind)!, id, row: { ...record, [CHANGED]: rest, ...known } });
  }
  return found;
}

/** The kind whose records update records of this kind; undefined when nothing updates them. */
export function updateKindOf(kind: Kind): Kind | undefined {
  return kindsInOrder.find(
    (each) => kinds[each].changes === kind && kinds[each].routes.chat.by === 'updates',
  );
}

/** A row that has only the ids of a record. */
function accessRow(kind: Kind, record: Row): Row {
  const fields = [kinds[kind].key, ...kinds[kind].references.map(({ field }) => field)];
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}
