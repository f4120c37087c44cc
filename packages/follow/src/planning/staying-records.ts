import { existsSync, readFileSync } from 'node:fs';
import { type Kind, kinds, muidOfReaction } from '@chatferry/contract';
import type { JobFolder } from '@chatferry/job';
import { entryOf, type Plan, subjectOf } from '@chatferry/planner';
import type { KnownIndex } from '../changes/known-index.ts';
import { RecordSet } from '../changes/related-records.ts';

/** Records whose rows a segment finds gone, but that it does not remove. Deactivated users count as removed. */
export function stayingRecords(folder: JobFolder, plan: Plan, known: KnownIndex): RecordSet {
  const staying = new RecordSet();
  if (!existsSync(folder.gone)) return staying;
  const removed = removedBy(plan);
  const isHeld = (muid: string): boolean =>
    !removed.has('messages', muid) && (known.has('messages', muid) || known.has('replies', muid));
  for (const line of readFileSync(folder.gone, 'utf8').split('\n')) {
    if (line === '') continue;
    const { kind, id } = JSON.parse(line) as { kind: Kind; id: string };
    if (kind === 'deactivations') continue;
    if (kind === 'users' && known.has('deactivations', id)) continue;
    // Reactions go with their message.
    if (kind === 'reactions' && !isHeld(muidOfReaction(id))) continue;
    const subject = subjectOf(kind);
    if (!removed.has(subject, id)) staying.add(subject, id);
  }
  return staying;
}

/** The records that a plan removes, by their subject. */
function removedBy(plan: Plan): RecordSet {
  const removed = new RecordSet();
  for (let seq = 1; seq <= plan.summary.requests; seq++) {
    const batch = plan.batch(seq);
    const { isRemoval } = kinds[batch.kind];
    if (isRemoval !== true && batch.kind !== 'deactivations') continue;
    const subject = isRemoval === true ? subjectOf(batch.kind) : 'users';
    for (const position of batch.ends.keys()) removed.add(subject, entryOf(batch, position).id);
  }
  return removed;
}
