import { idHash, pairHash } from '@chatferry/contract';
import { entryOf } from '@chatferry/planner';
import { IdHashes } from './id-hashes.ts';
import { plannedRecords, type PlannedSelection } from './planned-records.ts';

/** The ids of all records of a kind. */
export async function plannedIds(from: Omit<PlannedSelection, 'select'>): Promise<IdHashes> {
  const hashes = new Float64Array(from.plan.summary.kinds[from.kind].planned);
  let count = 0;
  for await (const records of plannedRecords(from))
    for (const { id } of records) hashes[count++] = idHash(id);
  return new IdHashes(hashes.subarray(0, count));
}

/** For each group with an owner, the `pairHash` of both ids. Includes groups that landed in jobs before this one. */
export async function plannedOwners(
  from: Pick<PlannedSelection, 'plan' | 'signal'>,
): Promise<IdHashes> {
  const { kinds, delta } = from.plan.summary;
  const hashes = new Float64Array(kinds.groups.planned + (delta?.landed.groups ?? 0));
  let count = 0;
  for (const pair of from.plan.landed.owners()) hashes[count++] = pair;
  for await (const groups of plannedRecords({ ...from, kind: 'groups' }))
    for (const { id, record } of groups) {
      const { owner } = record() as { owner?: string };
      if (owner !== undefined) hashes[count++] = pairHash(idHash(id), idHash(owner));
    }
  return new IdHashes(hashes.subarray(0, count));
}

/** The ids of a kind that several segments of a plan have: later segments change what earlier ones have sent. */
export function repeatedIds({ plan, kind }: Pick<PlannedSelection, 'plan' | 'kind'>): IdHashes {
  const seen = new Set<number>();
  const repeated = new Set<number>();
  if (plan.segments.length > 1)
    for (let lane = 0; lane < plan.lanes; lane++)
      for (const batch of plan.batches(kind, lane))
        for (const position of batch.ends.keys()) {
          const hash = idHash(entryOf(batch, position).id);
          (seen.has(hash) ? repeated : seen).add(hash);
        }
  return new IdHashes(Float64Array.from(repeated));
}

/** The ids of all records of a kind that landed in jobs before this one; undefined when there are none. */
export function landedIds({
  plan,
  kind,
}: Pick<PlannedSelection, 'plan' | 'kind'>): IdHashes | undefined {
  const count = plan.summary.delta?.landed[kind] ?? 0;
  if (count === 0) return undefined;
  const hashes = new Float64Array(count);
  let at = 0;
  for (const { ids } of plan.landed.parts(kind)) for (const id of ids) hashes[at++] = idHash(id);
  return new IdHashes(hashes);
}
