import { type Kind, kinds } from '../kinds/kinds.ts';
import type { JudgeRules } from './judge-rules.ts';
import type { Row } from '../values/row.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** Finds times that are in the future, or further in the past than the service keeps messages. */
export function timeProblem(
  kind: Kind,
  row: Row,
  { now, oldestSentAt }: JudgeRules,
): Problem | undefined {
  const { times, time, hasRetention } = kinds[kind];
  for (const field of times) {
    const value = row[field];
    if (typeof value === 'number' && value > now)
      return problem('future-time', { field, value, detail: isoTime(value) });
  }
  if (hasRetention !== true || time === undefined || oldestSentAt === undefined) return undefined;
  const sentAt = row[time] as number;
  if (sentAt >= oldestSentAt) return undefined;
  return problem('too-old', {
    field: time,
    value: sentAt,
    detail: `sent ${isoTime(sentAt)}, kept since ${isoTime(oldestSentAt)}`,
  });
}

function isoTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
