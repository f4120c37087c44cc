import { totalOf } from '../running/sums.ts';
import { hasLosses } from '../running/run-report.ts';
import type { HandOver } from './hand-over.ts';

/**
 * Where a job stands:
 * - `not-sent`: nothing was sent yet
 * - `under-way`: a process is at work
 * - `killed`: the last run ended without a word
 * - `stopped`: the last run had to stop, or was asked to
 * - `unfinished`: the last run finished, and a retry has asked for more since
 * - `losses`: finished, and some records did not move
 * - `complete`: finished, and everything moved that was to
 */
export type JobState =
  | 'not-sent'
  | 'under-way'
  | 'killed'
  | 'stopped'
  | 'unfinished'
  | 'losses'
  | 'complete';

export function jobState({
  account,
  holder,
  sums,
}: Pick<HandOver, 'account' | 'holder' | 'sums'>): JobState {
  const last = account.history.at(-1);
  if (last === undefined) return 'not-sent';
  if (last.end === undefined) return holder === undefined ? 'killed' : 'under-way';
  if (last.end === 'stopped') return 'stopped';
  if (totalOf(sums, 'pending') > 0) return 'unfinished';
  return hasLosses(sums) ? 'losses' : 'complete';
}

/** Whether the service was read back after the last change that the job made there. */
export function isVerified({
  account: { lastChangeAt },
  verification,
}: Pick<HandOver, 'account' | 'verification'>): boolean {
  return verification !== undefined && Date.parse(verification.at) >= (lastChangeAt ?? 0);
}
