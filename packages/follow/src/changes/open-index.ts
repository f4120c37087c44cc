import { existsSync } from 'node:fs';
import type { JobFolder } from '@chatferry/job';
import { afterConfigOf, sentByChat } from '@chatferry/job/following';
import { type EarlierJob, openPlan, type Plan } from '@chatferry/planner';
import { openLandedMarks } from '@chatferry/runner';
import type { FollowState } from '../state/follow-state.ts';
import { KnownIndex } from './known-index.ts';

/** The plan and the ledger of a follower, and the records that the app holds. */
export interface OpenIndex extends Disposable {
  readonly plan: Plan;
  readonly earlier: EarlierJob;
  readonly known: KnownIndex;
}

/** @param after the folder of the job before the follower */
export function openIndex(job: JobFolder, state: FollowState, after: string): OpenIndex {
  const opened = new DisposableStack();
  try {
    const plan = opened.use(openPlan(job.plan));
    const marks = opened.use(openLandedMarks(job.ledger, plan));
    const earlier = {
      plan,
      marksOf: (seq: number) => marks.marksOf(seq),
      sentByChat: sentByChat(plan, marks),
    };
    const before = planBefore(plan, after);
    if (before !== undefined) opened.use(before);
    const known = new KnownIndex(state, earlier, before);
    return { plan, earlier, known, [Symbol.dispose]: () => opened.dispose() };
  } catch (error) {
    opened.dispose();
    throw error;
  }
}

/** The plan of the job before the follower, with the contents that landed. It may be gone, or another plan may be in its place. */
function planBefore(plan: Plan, folder: string): Plan | undefined {
  const file = `${folder}/plan.sqlite`;
  if (!existsSync(file)) return undefined;
  const before = openPlan(file);
  if (afterConfigOf(plan)?.plan === before.id) return before;
  before.close();
  return undefined;
}
