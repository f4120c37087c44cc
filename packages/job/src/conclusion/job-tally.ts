import { type Kind, kindsInOrder } from '@chatferry/contract';
import { notCompared } from '@chatferry/runner';
import { remainder, type Sum } from '../accounting/sums.ts';
import type { JobFacts, KindReadBack } from './job-facts.ts';
import { currentReadBack } from './read-back.ts';

/** The counts that statements use, over all kinds. */
export interface JobTally {
  readonly rows: number;
  /** Records in the plan. */
  readonly planned: number;
  readonly pending: number;
  /** Rows in no bucket, and rows in more than one. */
  readonly withoutOutcome: number;
  readonly withSeveral: number;
  readonly rejected: number;
  readonly failed: number;
  readonly skipped: number;
  /** Records that failed or were skipped, but were present when they were read back. */
  readonly foundLater: number;
  /** Records that landed in an earlier job with other content, and cannot be updated whole. */
  readonly changed: number;
  /** Rows that the configuration leaves out. */
  readonly leftOut: number;
  /** Changed rows of the databases that a job follows that are not in the plan yet. They are not among its rows. */
  readonly unplanned: number;
  /** Records that landed unchanged in an earlier job. */
  readonly unchanged: number;
  /** Records that the app may or may not hold. */
  readonly unresolved: number;
  /** Records that the app held when they were sent, and that the run compared with the plan. */
  readonly compared: number;
  /** Records that the app held when they were sent, and that were not compared. */
  readonly notCompared: number;
  readonly different: number;
  /** Records that the service accepted, or may have accepted, but does not hold. */
  readonly missing: number;
  readonly doubled: number;
}

type Counts = { -readonly [Name in keyof JobTally]: number };

/** Adds up what the ledger and the comparisons know. For each kind, a comparison after the latest change replaces what the ledger knows. */
export function tallyOf(facts: JobFacts): JobTally {
  const total: Counts = {
    rows: 0,
    planned: 0,
    pending: 0,
    withoutOutcome: 0,
    withSeveral: 0,
    rejected: 0,
    failed: 0,
    skipped: 0,
    foundLater: 0,
    changed: 0,
    leftOut: 0,
    unplanned: facts.unplanned ?? 0,
    unchanged: 0,
    unresolved: 0,
    compared: 0,
    notCompared: 0,
    different: 0,
    missing: 0,
    doubled: 0,
  };
  for (const kind of kindsInOrder) addKind(total, facts.kinds[kind], currentReadBack(facts, kind));
  return total;
}

function addKind(total: Counts, sum: Sum, found: KindReadBack | undefined): void {
  const left = remainder(sum);
  total.rows += sum.rows;
  total.planned += plannedOf(sum);
  total.pending += sum.pending;
  total.withoutOutcome += Math.max(left, 0);
  total.withSeveral += Math.max(-left, 0);
  total.rejected += sum.rejected - sum.excluded;
  total.changed += sum.changed;
  total.leftOut += sum.excluded + sum.filtered;
  total.unchanged += sum.unchanged;
  total.compared += sum.presentSame + sum.presentByThisJob + sum.presentDifferent;
  if (found === undefined) {
    total.failed += sum.failed;
    total.skipped += sum.skipped;
    total.unresolved += sum.unresolved;
    total.notCompared += notCompared(sum);
    total.different += sum.presentDifferent;
    return;
  }
  // A record that no list shows stays unresolved.
  total.unresolved += Math.min(sum.unresolved, found.hidden);
  // Other people may have stored a record that the service refused, or the refusal was false.
  const failed = Math.min(sum.failed, found.missing + found.hidden);
  const skipped = Math.min(sum.skipped, found.missing + found.hidden - failed);
  total.failed += failed;
  total.skipped += skipped;
  total.foundLater += sum.failed + sum.skipped - failed - skipped;
  total.different += found.different;
  total.missing += Math.max(found.missing - sum.failed - sum.skipped - sum.pending, 0);
  total.doubled += found.doubled;
}

/** Records of a kind in the plan. */
function plannedOf(sum: Sum): number {
  const { created, present, failed, skipped, unresolved, pending } = sum;
  return created + present + failed + skipped + unresolved + pending;
}

/** The kinds with records in the plan. */
export function plannedKinds({ kinds }: Pick<JobFacts, 'kinds'>): Kind[] {
  return kindsInOrder.filter((kind) => plannedOf(kinds[kind]) > 0);
}
