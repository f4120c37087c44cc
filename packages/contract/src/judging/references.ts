import type { Kind } from '../kinds.ts';
import { idHash, pairHash } from './id-hash.ts';
import type { Row } from './judge.ts';
import { column } from './record-block.ts';

/** Writes what a record refers to, and its time, into its columns, which begin at `at`. */
export function writeReferences(kind: Kind, record: Row, columns: Float64Array, at: number): void {
  let [time, user, group, receiver, pair] = [0, 0, 0, 0, 0];
  switch (kind) {
    case 'users':
      time = numberOr0(record['createdAt']);
      break;
    case 'groups':
      time = numberOr0(record['createdAt']);
      user = typeof record['owner'] === 'string' ? idHash(record['owner']) : 0;
      break;
    case 'members': {
      const { guid, uid } = record as { guid: string; uid: string };
      time = numberOr0(record['joinedAt']);
      user = idHash(uid);
      group = idHash(guid);
      pair = pairHash(group, user);
      break;
    }
    case 'messages': {
      const { sender, receiver: to } = record as { sender: string; receiver: string };
      time = numberOr0(record['sentAt']);
      user = idHash(sender);
      if (record['receiverType'] === 'group') {
        group = idHash(to);
        pair = pairHash(group, user);
      } else {
        receiver = idHash(to);
        pair = unordered(user, receiver);
      }
      break;
    }
  }
  columns[at + column.time] = time;
  columns[at + column.user] = user;
  columns[at + column.group] = group;
  columns[at + column.receiver] = receiver;
  columns[at + column.pair] = pair;
}

/** One number for two users, whichever of them wrote. */
function unordered(one: number, other: number): number {
  const first = Math.min(one, other);
  const second = Math.max(one, other);
  return (first % 0x400_0000) * 0x800_0000 + (second % 0x800_0000);
}

function numberOr0(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
