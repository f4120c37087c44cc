import { counted } from '@chatferry/contract';
import { duration, type FollowStatus, utcSecond } from '@chatferry/job/planned';
import { fallingBehindText, goneText, waitingText } from './follow-texts.ts';

/** The lag of a job after the databases that it follows. @param pending unsent records of the plan */
export function followStatusLines(
  { toPlan, waiting, gone, fallingBehind, behindSince, comparedAt, longTransaction }: FollowStatus,
  pending: number,
  nowMs: number,
): string[] {
  const ago = duration(nowMs - comparedAt);
  const behind =
    behindSince === undefined
      ? `Up to date with the databases as of ${utcSecond(comparedAt)} UTC, ${ago} ago.`
      : `Behind the databases by ${duration(nowMs - Math.min(behindSince, comparedAt))}: ${counted(toPlan, 'changed row')} to plan, ${counted(pending, 'record')} to send.`;
  const isFalling = fallingBehind !== undefined && behindSince !== undefined;
  return [
    behind,
    isFalling ? fallingBehindText(fallingBehind) : undefined,
    longTransaction &&
      `A transaction of the databases that has written ${longTransaction.tables.join(', ')} is open since ${utcSecond(longTransaction.since)} UTC, for ${duration(nowMs - longTransaction.since)}. What it has written is found when it ends.`,
    waitingText(waiting),
    goneText(gone),
  ].filter((line) => line !== undefined);
}
