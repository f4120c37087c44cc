import type { Row } from '@chatferry/contract';
import type { Rows } from './make-plan.ts';

const day = 24 * 60 * 60;

/** `count` users u1, u2 … */
export function users(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    uid: `u${index + 1}`,
    name: `User ${index + 1}`,
    createdAt: lastMonth,
  }));
}

/** Text messages m1, m2 … going round between the users, a minute apart. */
export function messages(count: number, userCount: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    muid: `m${index + 1}`,
    sender: `u${(index % userCount) + 1}`,
    receiver: `u${((index + 1) % userCount) + 1}`,
    receiverType: 'user',
    data: { text: `Message ${index + 1}` },
    sentAt: lastMonth + index * 60,
  }));
}

/** A month ago, in UNIX seconds. */
export const lastMonth: number = Math.floor(Date.now() / 1000) - 30 * day;

/** A small town: users, one group of all of them, and messages in it and between its people. */
export function town(userCount: number, messageCount: number): Rows {
  const people = users(userCount);
  return {
    users: people,
    groups: [{ guid: 'square', name: 'Square', type: 'public', owner: 'u1', createdAt: lastMonth }],
    members: people.slice(1).map(({ uid }) => ({ guid: 'square', uid, joinedAt: lastMonth + day })),
    messages: messages(messageCount, userCount).map((message, index) =>
      index % 3 === 0 ? { ...message, receiver: 'square', receiverType: 'group' } : message,
    ),
  };
}

/** The ids of rows, sorted, to compare with what the service holds. */
export function sortedIds(rows: readonly Row[] | undefined, field: 'uid' | 'muid'): string[] {
  return (rows ?? []).map((row) => row[field] as string).toSorted();
}
