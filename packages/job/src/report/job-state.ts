import { placeOf } from '@chatferry/runner';
import { hasLosses, totalOf } from '../accounting/sums.ts';
import type { HandOver } from './hand-over.ts';

/**
 * State of a job:
 * - `not-sent`: nothing was sent yet
 * - `undoing`: an undo has begun to remove what the job created
 * - `undone`: what the job created was removed
 * - `in-progress`: a process is running it
 * - `killed`: the last run ended without recording a result
 * - `stopped`: the last run had to stop, or was asked to
 * - `unfinished`: the last run finished, and a retry has marked records since
 * - `losses`: finished, and some records did not land
 * - `differs`: finished, and a later verification found that the service lacks or changed records that it accepted
 * - `complete`: finished, and every record landed
 */
export type JobState =
  | 'not-sent'
  | 'undoing'
  | 'undone'
  | 'in-progress'
  | 'killed'
  | 'stopped'
  | 'unfinished'
  | 'losses'
  | 'differs'
  | 'complete';

export function jobState(
  handOver: Pick<HandOver, 'account' | 'holder' | 'sums' | 'target' | 'undo' | 'verification'>,
): JobState {
  const { account, holder, sums, undo } = handOver;
  if (undo?.state === 'done') return 'undone';
  if (undo?.state === 'begun') return 'undoing';
  const last = account.history.at(-1);
  if (last === undefined) return 'not-sent';
  if (last.end === undefined) return holder === undefined ? 'killed' : 'in-progress';
  if (last.end === 'stopped') return 'stopped';
  if (totalOf(sums, 'pending') > 0) return 'unfinished';
  // The worse of the results of the runs and of the verification.
  if (differs(handOver)) return 'differs';
  return hasLosses(sums) ? 'losses' : 'complete';
}

/** Whether the service lacks records that it accepted: more is wrong than the losses in the ledger. */
function differs(handOver: Verified & Pick<HandOver, 'sums'>): boolean {
  const { verification, sums } = handOver;
  if (verification === undefined || !isVerified(handOver)) return false;
  const known = totalOf(sums, 'failed') + totalOf(sums, 'skipped') + totalOf(sums, 'unresolved');
  const sum = (name: 'different' | 'missing' | 'doubled'): number =>
    verification.kinds.reduce((total, kind) => total + kind[name], 0);
  return sum('different') + sum('doubled') > 0 || sum('missing') > known;
}

type Verified = Pick<HandOver, 'account' | 'target' | 'verification'>;

/** Whether the verification read its kinds after the last change that the job made in the app. */
export function isVerified(handOver: Verified): boolean {
  const { account, verification } = handOver;
  return (
    verification !== undefined &&
    !isOfAnotherApp(handOver) &&
    verification.kinds.length > 0 &&
    verification.kinds.every(({ at }) => Date.parse(at) >= (account.lastChangeAt ?? 0))
  );
}

/** Whether the verification read another app than the records were sent to. */
export function isOfAnotherApp({ target, verification }: Verified): boolean {
  return (
    target !== undefined &&
    verification !== undefined &&
    placeOf(verification.target) !== placeOf(target)
  );
}
