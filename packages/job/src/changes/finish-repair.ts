import { systemClock } from '@chatferry/client';
import { openPlan } from '@chatferry/planner';
import { compareAgain, type Destination, lockJob, openLedger } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { rememberedVerification } from '../verifying/verification.ts';
import { rememberRepair, type RepairState } from './repair-state.ts';

/**
 * Marks what the app held before the job with other content, so that the next run compares it again: it may have been
 * updated since.
 *
 * @returns whether there is any @throws {JobLockedError} when another process works on the job
 */
export function comparesAgain(job: JobFolder, to: Destination): boolean {
  using _ = lockJob(job.path, systemClock.now());
  using plan = openPlan(job.plan);
  using ledger = openLedger(job.ledger, plan, to);
  return compareAgain(ledger, systemClock.now()) > 0;
}

/**
 * Notes that a repair is over: the next one starts from the verification that followed it.
 *
 * @returns whether that one found relations missing that could not be read before, because their users were missing too: another
 *   repair sends them
 */
export function finishRepair(job: JobFolder, state: RepairState): boolean {
  rememberRepair(job, { ...state, isDone: true });
  const { kinds = [] } = rememberedVerification(job, state.plan) ?? {};
  return kinds.some(({ kind, missing }) => missing > 0 && state.hidden.includes(kind));
}
