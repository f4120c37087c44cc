import { changeIds } from '@chatferry/parsers';
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
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches(kind, lane))
      for (const [index, origin] of batch.origins.entries()) {
        if (!files.has(origin.file)) continue;
        const { id, wire } = entryOf(batch, index);
        const reason = places.reasonOf(kind, id);
        if (reason === undefined) continue;
        const row = { ...recordOfEntry(wire), ...derivedFields(plan, kind, id) };
        removePrefixes(kind, row, plan.config as Partial<PlanSettings>);
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

/** Removes the prefixes of ids: planning the rows again with the same settings adds them. */
function removePrefixes(
  kind: Kind,
  row: Row,
  { idPrefix = '', muidPrefix = '' }: Partial<PlanSettings>,
): void {
  const without = (of: Kind, id: string): string => {
    const { hasFreeIds, hasSharedIds } = kinds[of];
    if (hasSharedIds === true) return id;
    const prefix = hasFreeIds === true ? muidPrefix : idPrefix;
    return id.startsWith(prefix) ? id.slice(prefix.length) : id;
  };
  if (idPrefix !== '' || muidPrefix !== '') changeIds(kind, row, without, () => {});
}
