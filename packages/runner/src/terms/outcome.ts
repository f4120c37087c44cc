import type { Kind } from '@chatferry/contract';

/**
 * How a planned record ended:
 * - `created`: stored by this job
 * - `present`: was there already when it was sent, stored by this job or not
 * - `failed`: the service refused it
 * - `skipped`: not sent, because a user or group it needs did not land
 * - `unresolved`: sent, but it is not known whether it landed
 */
export type Outcome = 'created' | 'present' | 'failed' | 'skipped' | 'unresolved';

/** In the ledger, the code of a record that is present with other content. */
export const PRESENT_DIFFERS = 'PRESENT_DIFFERS';

/** In the ledger, the code of a record that is present according to the service, but that no list shows. */
export const NOT_SHOWN = 'NOT_SHOWN';

/** In the ledger, the code of a follow-up of a record that is present with other content. */
export const OF_OTHER_RECORD = 'OF_OTHER_RECORD';

/** Records by outcome. */
export interface OutcomeCounts {
  readonly created: number;
  readonly present: number;
  /** How many of `present` are proved to be stored by this job, in a request whose answer was lost. */
  readonly presentByThisJob: number;
  /** How many others of `present` were compared with the plan and are the same. */
  readonly presentSame: number;
  /** How many of `present` were compared with the plan and differ from it, stored by the job or not. */
  readonly presentDifferent: number;
  readonly failed: number;
  readonly skipped: number;
  readonly unresolved: number;
}

/** How far a kind has got: the counts and `pending` add up to the records planned. */
export interface KindCounts extends OutcomeCounts {
  /** Planned, and not yet settled. */
  readonly pending: number;
}

/** How many of `present` are not compared with the plan yet. */
export function notCompared(counts: OutcomeCounts): number {
  const { present, presentByThisJob, presentSame, presentDifferent } = counts;
  return present - presentByThisJob - presentSame - presentDifferent;
}

export type CountsByKind = Readonly<Record<Kind, KindCounts>>;
