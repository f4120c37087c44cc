import { changeIds } from '@chatferry/parsers/names';
import { derivedKinds, type Kind, kinds, type Row } from '@chatferry/contract';
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
  const removePrefixes = prefixRemoval(plan);
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches(kind, lane))
      for (const [index, origin] of batch.origins.entries()) {
        if (!files.has(origin.file)) continue;
        const { id, wire } = entryOf(batch, index);
        const reason = places.reasonOf(kind, id);
        if (reason === undefined) continue;
        const row = { ...recordOfEntry(wire), ...derivedFields(plan, kind, id) };
        removePrefixes(kind, row);
        yield { row, reason };
      }
}

/** The fields of a record that became records of other kinds: a deactivated user is sent without its time. */
function derivedFields(plan: Plan, kind: Kind, id: string): Row {
  const fields = derivedKinds[kind].flatMap(({ kind: made, field }) => {
    const found = plan.find(made, id);
    if (found === undefined) return [];
    return [[field, recordOfEntry(entryOf(found.batch, found.index).wire)[field]]];
  });
  return Object.fromEntries(fields) as Row;
}

/** Removes the prefixes of the ids in a row: planning it again with the same settings adds them. */
function prefixRemoval(plan: Plan): (kind: Kind, row: Row) => void {
  const { idPrefix = '', muidPrefix = '' } = plan.config as Partial<PlanSettings>;
  if (idPrefix === '' && muidPrefix === '') return () => {};
  let legacyIds: ReadonlyMap<string, string> | undefined;
  const without = (of: Kind, id: string): string => {
    const { hasFreeIds, hasSharedIds } = kinds[of];
    if (hasSharedIds === true) return id;
    const prefix = hasFreeIds === true ? muidPrefix : idPrefix;
    if (id.startsWith(prefix)) return id.slice(prefix.length);
    // The service does not accept the prefix as it is, so the id was changed as a whole.
    legacyIds ??= legacyIdsOf(plan);
    return legacyIds.get(`${of} ${id}`) ?? id;
  };
  return (kind, row) => void changeIds(kind, row, without, () => {});
}

/** By kind and id, an id that the record has in the export. Of users and groups: those of messages keep their prefix. */
function legacyIdsOf(plan: Plan): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { kind, legacy, service } of plan.idMap())
    if (kinds[kind].hasFreeIds !== true) ids.set(`${kind} ${service}`, legacy);
  return ids;
}
