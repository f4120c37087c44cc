import { count, counted } from '@chatferry/contract';
import { duration, type FollowStatus, utcSecond } from '@chatferry/job/planned';
import type { NextCommand } from '../printing/next-command.ts';
import { differentText, fallingBehindText, goneText, waitingText } from './follow-texts.ts';

/** The lag of a job after the databases that it follows. @param pending unsent records of the plan */
export function followStatusLines(
  status: FollowStatus,
  pending: number,
  nowMs: number,
  next: NextCommand,
): string[] {
  const { toPlan, waiting, gone, fallingBehind, behindSince, comparedAt, longTransaction } = status;
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
    ...appLines(status.app, nowMs, next),
  ].filter((line) => line !== undefined);
}

/** The latest comparisons of the app with the sent records, and the fix for records that differ. */
function appLines(
  { to, segments, at, different, differing }: FollowStatus['app'],
  nowMs: number,
  next: NextCommand,
): string[] {
  if (to === 0) return ['No segment was compared with the app yet.'];
  const when = at === undefined ? '' : ` at ${utcSecond(at)} UTC, ${duration(nowMs - at)} ago`;
  const compared = `Compared with the app up to segment ${count(to)} of ${count(segments)}${when}`;
  if (different === 0) return [`${compared}: all is as planned.`];
  const ids = differing.flatMap((each) => each.ids.map((id) => `${each.kind}:${id}`));
  const others = different > ids.length ? ', and others' : '';
  return [
    `${compared}: ${differentText(different)}: ${ids.join(', ')}${others}.`,
    `List what differs with: ${next('verify')}`,
    `Correct it, while nothing follows, with: ${next('repair')}`,
  ];
}
