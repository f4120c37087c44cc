import type { Kind } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { openLedger, recordStory } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { undoFolder } from '../undo-state/undo-folder.ts';
import { undoStatus } from '../undo-state/undo-state.ts';

/** Whether an undo has removed a record, and if not, why. */
export interface RecordRemoval {
  readonly outcome: 'removed' | 'kept' | 'failed' | 'unresolved' | 'pending';
  readonly message?: string;
}

/** What an undo did with a record; undefined without an undo, or when the undo does not concern the record. */
export function removalOf(job: JobFolder, kind: Kind, id: string): RecordRemoval | undefined {
  const status = undoStatus(job);
  if (status === undefined || status.state === 'planned') return undefined;
  const folder = undoFolder(job);
  using plan = openPlan(folder.plan);
  const found = plan.find(kind, id);
  if (found === undefined) return undefined;
  using ledger = openLedger(folder.ledger, plan);
  const { outcome, trouble } = recordStory(ledger, found.batch, found.index);
  return {
    outcome: words[outcome],
    ...(trouble === undefined ? {} : { message: trouble.message }),
  };
}

const words = {
  created: 'removed',
  present: 'removed',
  skipped: 'kept',
  failed: 'failed',
  unresolved: 'unresolved',
  pending: 'pending',
} as const;
