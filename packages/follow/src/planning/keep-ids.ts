import type { JobFolder } from '@chatferry/job';
import { writeIdMap } from '@chatferry/job/following';
import { entryOf, openPlan, type Plan, type PlanSegment } from '@chatferry/planner';
import { openLedger } from '@chatferry/runner';

/** Forgets the ids of messages that a segment removes: one that comes back gets another. */
export async function forgetRemoved(
  { ledger: file }: JobFolder,
  plan: Plan,
  { first, last }: PlanSegment,
): Promise<void> {
  const removed: string[] = [];
  for (let seq = first; seq <= last; seq++) {
    const batch = plan.batch(seq);
    if (batch.kind !== 'messageRemovals') continue;
    for (const position of batch.ends.keys()) removed.push(entryOf(batch, position).id);
  }
  if (removed.length === 0) return;
  using ledger = openLedger(file, plan);
  await ledger.messageIds.forget(removed);
}

/** Writes the ids that were changed, those of all segments. */
export function keepIdMap({ plan: file, idMap }: JobFolder): void {
  using plan = openPlan(file);
  writeIdMap(plan, idMap);
}
