import { systemClock } from '@chatferry/client';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import {
  compareAgain,
  type Destination,
  type KindCounts,
  lockJob,
  openLedger,
  retry,
  runStatus,
} from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { isAsPlanned, type KindComparison } from '../verifying/kind-tally.ts';
import { rememberedVerification } from '../verifying/verification.ts';
import { rememberRepair, type RepairState } from './repair-state.ts';

/**
 * Marks records that the app holds with other content, so that the next run compares them again: they may have been updated since.
 * Records that did not land because of them are sent again.
 *
 * @returns whether there are any such records @throws {JobLockedError} when another process works on the job
 */
export function comparesAgain(job: JobFolder, to: Destination): boolean {
  using _ = lockJob(job.path, systemClock.now());
  using plan = openPlan(job.plan);
  using ledger = openLedger(job.ledger, plan, to);
  const isAny = compareAgain(ledger, systemClock.now()) > 0;
  if (isAny) retry(ledger, systemClock.now());
  return isAny;
}

/**
 * Records that a repair is over. The next repair starts from the verification after this repair.
 *
 * @returns whether another repair has something to do. Either the verification found missing relations that could not be read before,
 *   because their users were missing too; or it found everything, although the ledger has records as failed
 */
export function finishRepair(job: JobFolder, state: RepairState): boolean {
  rememberRepair(job, { ...state, isDone: true });
  const verified = rememberedVerification(job, state.plan);
  if (verified === undefined) return false;
  return findsMore(verified, state.hidden, () => runStatus(job.plan, job.ledger).kinds);
}

interface FoundKinds {
  readonly kinds: readonly Pick<KindComparison, 'kind' | 'different' | 'missing' | 'doubled'>[];
}

/** @param hidden kinds with records that could not be compared before @param outcomes the outcomes of the job */
export function findsMore(
  { kinds }: FoundKinds,
  hidden: readonly Kind[],
  outcomes: () => Readonly<Record<Kind, OpenOutcomes>>,
): boolean {
  if (kinds.every(isAsPlanned) && hasOpenOutcomes(outcomes())) return true;
  return kinds.some(({ kind, missing }) => missing > 0 && hidden.includes(kind));
}

type OpenOutcomes = Pick<KindCounts, 'failed' | 'skipped' | 'unresolved'>;

function hasOpenOutcomes(kinds: Readonly<Record<Kind, OpenOutcomes>>): boolean {
  return kindsInOrder.some((kind) => {
    const { failed, skipped, unresolved } = kinds[kind];
    return failed + skipped + unresolved > 0;
  });
}
