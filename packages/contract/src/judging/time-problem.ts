import type { Kind } from '../kinds.ts';
import type { JudgeRules, Row } from './judge.ts';
import { type Problem, problem } from './problems.ts';

/** The times a record of each kind can carry by itself. */
export const timeFields = {
  users: ['createdAt', 'lastActiveAt', 'deactivatedAt'],
  groups: ['createdAt'],
  members: ['joinedAt'],
  messages: ['sentAt', 'deliveredAt', 'readAt'],
} as const satisfies Record<Kind, readonly string[]>;

/** Times that are seconds all right, but not in the past, or further back than the service keeps messages. */
export function timeProblem(
  kind: Kind,
  row: Row,
  { now, oldestSentAt }: JudgeRules,
): Problem | undefined {
  for (const field of timeFields[kind]) {
    const value = row[field];
    if (typeof value === 'number' && value > now)
      return problem('future-time', { field, value, detail: isoTime(value) });
  }
  if (kind !== 'messages' || oldestSentAt === undefined) return undefined;
  const sentAt = row['sentAt'] as number;
  if (sentAt >= oldestSentAt) return undefined;
  return problem('too-old', {
    field: 'sentAt',
    value: sentAt,
    detail: `sent ${isoTime(sentAt)}, kept since ${isoTime(oldestSentAt)}`,
  });
}

function isoTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
