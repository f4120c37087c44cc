import { z } from 'zod';
import { field, schemasOf } from './field.ts';
import { id } from './fields.ts';

/** The record key of a friendship. It is mutual, so the two uids are in order. */
function friendshipId(one: string, other: string): string {
  return one < other ? `${one}_friend_${other}` : `${other}_friend_${one}`;
}

export const friendshipTable = {
  friendshipId: field(z.string()),
  uid: field(id),
  friend: field(id),
};

/** Two users who are friends. Source: chat API, `POST /users/{uid}/friends`. */
export const friendshipRecord = z
  .strictObject(schemasOf(friendshipTable))
  .refine((row) => row.friendshipId === friendshipId(row.uid, row.friend), {
    path: ['friendshipId'],
    error: 'key-differs',
  })
  .refine((row) => row.uid !== row.friend, { path: ['friend'], error: 'same-user' });

/** Puts the two uids in order and fills in the `friendshipId`. @returns whether the row was changed; `key`: only the id was added */
export function completeFriendship(row: Record<string, unknown>): boolean | 'key' {
  const { uid, friend } = row;
  if (typeof uid !== 'string' || typeof friend !== 'string') return false;
  const hasKey = row['friendshipId'] !== undefined;
  row['friendshipId'] ??= friendshipId(uid, friend);
  if (uid <= friend) return hasKey ? false : 'key';
  [row['uid'], row['friend']] = [friend, uid];
  return true;
}
