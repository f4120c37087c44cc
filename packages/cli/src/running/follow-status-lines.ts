import { count, counted } from '@chatferry/contract';
import { duration, type FollowStatus, utcSecond, type ReasonToWait } from '@chatferry/job/planned';

const reasons: readonly (readonly [reason: ReasonToWait, text: string])[] = [
  ['missing', 'for a record that is missing'],
  ['taken-id', 'for an id that another row has'],
  ['removals', 'for --max-removals'],
];

/** How far a job is behind the databases that it follows. @param pending records of the plan that are not sent */
export function followStatusLines(
  { toPlan, waiting, behindSince, comparedAt }: FollowStatus,
  pending: number,
  nowMs: number,
): string[] {
  const ago = duration(nowMs - comparedAt);
  const behind =
    behindSince === undefined
      ? `Up to date with the databases as of ${utcSecond(comparedAt)} UTC, ${ago} ago.`
      : `Behind the databases by ${duration(nowMs - Math.min(behindSince, comparedAt))}: ${counted(toPlan, 'changed row')} to plan, ${counted(pending, 'record')} to send.`;
  const held = reasons.filter(([reason]) => waiting[reason] > 0);
  if (held.length === 0) return [behind];
  const rows = held.reduce((sum, [reason]) => sum + waiting[reason], 0);
  const parts = held.map(([reason, text]) => `${count(waiting[reason])} ${text}`);
  return [
    behind,
    `${counted(rows, 'changed row waits', 'changed rows wait')}: ${parts.join(', ')}.`,
  ];
}
