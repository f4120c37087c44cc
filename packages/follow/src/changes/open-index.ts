import type { JobFolder } from '@chatferry/job';
import { sentByChat } from '@chatferry/job/following';
import { type EarlierJob, openPlan, type Plan } from '@chatferry/planner';
import { openLandedMarks } from '@chatferry/runner';
import type { FollowState } from '../state/follow-state.ts';
import { openBefore } from '../state/job-before.ts';
import { KnownIndex } from './known-index.ts';

/** The plan and the ledger of a follower, and the records that the app holds. */
export interface OpenIndex extends Disposable {
  readonly plan: Plan;
  readonly earlier: EarlierJob;
  readonly known: KnownIndex;
}

/** @param after the folder of the job before the follower @throws {JobError} `follow-differs` */
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
    const before = opened.use(openBefore(job, plan, [after]).plan);
    const known = new KnownIndex(state, earlier, before);
    return { plan, earlier, known, [Symbol.dispose]: () => opened.dispose() };
  } catch (error) {
    opened.dispose();
    throw error;
  }
}
