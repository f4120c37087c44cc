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
 * Marks what the app holds with other content, so that the next run compares it again: it may have been updated since. What did
 * not land because of that is sent again.
 *
 * @returns whether there is any @throws {JobLockedError} when another process works on the job
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
 * Notes that a repair is over: the next one starts from the verification that followed it.
 *
 * @returns whether another repair has something to do: that verification found relations missing that could not be read before, because
 *   their users were missing too; or it found everything, and the ledger has records as failed that landed nevertheless
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

/** @param hidden kinds with records that could not be compared before @param outcomes of the job */
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
