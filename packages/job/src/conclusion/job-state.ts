import type { Kind } from '@chatferry/contract';
import type { JobFacts } from './job-facts.ts';
import type { JobTally } from './job-tally.ts';
import type { Proof } from './read-back.ts';

/**
 * State of a job:
 * - `inconsistent`: some rows have no outcome, or several
 * - `undone`: what the job created was removed
 * - `undoing`: an undo has begun to remove what the job created
 * - `planned`: nothing was sent yet
 * - `in-progress`: a process runs it
 * - `killed`: the last run ended without recording a result
 * - `stopped`: the last run had to stop, or was asked to
 * - `unfinished`: the last run finished, and a retry has since marked records
 * - `differs`: finished, and the app holds records that are not as planned, or lacks records that it accepted
 * - `unresolved`: finished, and the app may or may not hold some records, or hold them as planned
 * - `losses`: finished, and some rows did not move, or changed and are not in the plan yet
 * - `complete`: finished, and the service reported every row as stored
 */
export type JobState =
  | 'inconsistent'
  | 'undone'
  | 'undoing'
  | 'planned'
  | 'in-progress'
  | 'killed'
  | 'stopped'
  | 'unfinished'
  | 'differs'
  | 'unresolved'
  | 'losses'
  | 'complete';

/** Whether the job is over: no run has anything left to send. */
export function isOver(state: JobState): boolean {
  return ['differs', 'unresolved', 'losses', 'complete'].includes(state);
}

/** What the headline and the sentences are made from. */
export interface Statement {
  readonly facts: JobFacts;
  readonly tally: JobTally;
  readonly state: JobState;
  readonly proof: Proof;
  /** The kinds with records in the plan. */
  readonly planned: readonly Kind[];
}

export function stateOf({ run, undo }: JobFacts, tally: JobTally): JobState {
  if (tally.withoutOutcome + tally.withSeveral > 0) return 'inconsistent';
  if (undo !== undefined) return undo.is === 'done' ? 'undone' : 'undoing';
  if (run.is === 'none') return 'planned';
  if (run.is !== 'finished') return run.is;
  if (tally.pending > 0) return 'unfinished';
  if (tally.different + tally.missing + tally.doubled > 0) return 'differs';
  if (tally.unresolved + tally.notCompared > 0) return 'unresolved';
  return notMoved(tally) + tally.unplanned > 0 ? 'losses' : 'complete';
}

/** Rows without any trace in the app. */
export function notMoved({ rejected, failed, skipped, changed }: JobTally): number {
  return rejected + failed + skipped + changed;
}
