import { changeIds, idChange } from '@chatferry/parsers/names';
import {
  derivedKinds,
  type Kind,
  kinds,
  kindsInOrder,
  referredKinds,
  type Row,
} from '@chatferry/contract';
import { entryOf, type Plan, recordOfEntry } from '@chatferry/planner';
import type { PlanSettings } from '../planning/plan-settings.ts';
import type { FailedPlaces } from './failed-places.ts';
import type { FailedRow } from './write-rows.ts';

/**
 * The failed records of inputs as they were sent, for inputs that cannot be read again.
 *
 * @param files of the inputs
 */
export function* rowsFromPlan(
  plan: Plan,
  kind: Kind,
  files: ReadonlySet<string>,
  places: FailedPlaces,
): Generator<FailedRow> {
  const restoreIds = idRestoring(plan);
  for (const sent of kindsOf(kind))
    for (let lane = 0; lane < plan.lanes; lane++)
      for (const batch of plan.batches(sent, lane))
        for (const [index, origin] of batch.origins.entries()) {
          if (!files.has(origin.file)) continue;
          const { id, wire } = entryOf(batch, index);
          const reason = places.reasonOf(kind, id);
          if (reason === undefined) continue;
          const record = recordOfEntry(wire);
          const row = sent === kind ? record : originalRow(sent, record);
          restoreIds(kind, Object.assign(row, derivedFields(plan, kind, id)));
          yield { row, reason };
        }
}

/** The kinds that a row of a kind can be sent as: a message can also be sent as a reply. */
function kindsOf(kind: Kind): readonly Kind[] {
  return kindsInOrder.filter((each) => {
    const { derivedFrom } = kinds[each];
    return each === kind || (derivedFrom?.kind === kind && derivedFrom.isWhole === true);
  });
}

/** The row that a whole record was made from, with the record's own field moved back to its path. The values are shared with the record. */
function originalRow(kind: Kind, record: Row): Row {
  const path = kinds[kind].derivedFrom!.field.split('.');
  const name = path.at(-1)!;
  const { [name]: value, ...row } = record as Record<string, unknown>;
  let at: Record<string, unknown> = row;
  for (const key of path.slice(0, -1)) at = (at[key] ??= {}) as Record<string, unknown>;
  at[name] = value;
  return row;
}

/** The fields of a record that became records of other kinds: a deactivated user is sent without the time of deactivation. */
function derivedFields(plan: Plan, kind: Kind, id: string): Row {
  const fields = derivedKinds[kind].flatMap(({ kind: made, field }) => {
    const found = plan.find(made, id);
    if (found === undefined) return [];
    return [[field, recordOfEntry(entryOf(found.batch, found.index).wire)[field]]];
  });
  return Object.fromEntries(fields) as Row;
}

/**
 * Gives the ids in a row the form that they have in the export. When the row is planned again with the same settings, the ids change in
 * the same way, and refer to the same records as the rows of the export.
 */
function idRestoring(plan: Plan): (kind: Kind, row: Row) => void {
  const { ids = 'keep', idPrefix = '', muidPrefix = '' } = plan.config as Partial<PlanSettings>;
  const toService = idChange({ ids, idPrefix, muidPrefix });
  if (toService === undefined) return () => {};
  let own: ReadonlyMap<string, string> | undefined;
  let any: ReadonlyMap<string, string> | undefined;
  const restored = (of: Kind, id: string): string => {
    if (kinds[of].hasFreeIds === true) return id.slice(muidPrefix.length);
    const isOf = (form: string | undefined): form is string =>
      form !== undefined && toService(of, form) === id;
    const key = `${of} ${id}`;
    const ofRecord = (own ??= ownIdsOf(plan)).get(key);
    if (isOf(ofRecord)) return ofRecord;
    const bare = id.startsWith(idPrefix) ? id.slice(idPrefix.length) : undefined;
    if (isOf(bare)) return bare;
    // The service does not accept the prefix as it is, so the id was changed as a whole.
    const named = (any ??= namedIdsOf(plan)).get(key);
    return isOf(named) ? named : id;
  };
  const changer = { change: restored, onRename: () => {} };
  return (kind, row) => void changeIds(kind, row, changer);
}

/** By kind and id in the service: the id in the export, for users, groups and roles whose id was changed. */
function ownIdsOf(plan: Plan): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const kind of referredKinds)
    for (const { legacy, service, state } of plan.ownIds(kind))
      if (state !== 'refused') ids.set(`${kind} ${service}`, legacy);
  return ids;
}

/** The same for ids in references of other records, except ids of messages, which only get a prefix. */
function namedIdsOf(plan: Plan): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { kind, legacy, service } of plan.idMap())
    if (kinds[kind].hasFreeIds !== true) ids.set(`${kind} ${service}`, legacy);
  return ids;
}
