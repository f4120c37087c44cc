import { createClient } from '@chatferry/client';
import { memberId } from '@chatferry/contract';
import { type LocalService, startLocalService } from '@chatferry/local-service';
import { expect, test } from 'vitest';
import {
  type BulkMessage,
  type BulkSize,
  groups,
  members,
  messages,
  users,
} from '../src/generate/bulk-forum.ts';
import { compare } from '../src/crash/compare.ts';
import { installStoringLog } from '../src/crash/storing-log.ts';

// A harness that finds no mistakes proves something only if it can find them.

const now = Math.floor(Date.now() / 1000);
const size: BulkSize = { users: 6, groups: 2, memberships: 8, messages: 20, seed: 4, now };
const inOrder = [...messages(size)].toSorted((one, other) => one.sentAt - other.sentAt);
const muids = inOrder.map(({ muid }) => muid);

test('a service that holds the whole input has no mistakes', async () => {
  await using service = await filled(inOrder);

  expect(compare(service.db, size)).toEqual([]);
});

test.each([
  ['a lost message', `DELETE FROM messages WHERE muid = '${muids[3]}'`, `${muids[3]} is lost`],
  ['a lost membership', `DELETE FROM members WHERE guid = 'g1' AND uid = 'u1'`, 'is lost'],
  [
    'a doubled message',
    `INSERT INTO messages (muid, conversation_id, sender, receiver_type, receiver, category, type, data, tags,
       sent_at, delivered_at, updated_at)
     SELECT muid, conversation_id, sender, receiver_type, receiver, category, type, data, tags, sent_at, delivered_at,
       updated_at FROM messages WHERE muid = '${muids[5]}'`,
    `${muids[5]} is there twice`,
  ],
  [
    'a changed text',
    `UPDATE messages SET data = '{}' WHERE muid = '${muids[7]}'`,
    `${muids[7]} is`,
  ],
  ['a changed name', `UPDATE users SET name = 'Eve' WHERE uid = 'u1'`, 'users u1 is'],
  [
    'an unknown user',
    `UPDATE users SET uid = 'u99' WHERE uid = 'u1'`,
    'u99 was never in the input',
  ],
])('%s is found', async (_, damage, found) => {
  await using service = await filled(inOrder);

  service.db.exec(damage);

  expect(compare(service.db, size).join('\n')).toContain(found);
});

test('a conversation that is out of order is found', async () => {
  await using service = await filled(inOrder.toReversed());

  expect(compare(service.db, size).join('\n')).toContain('after a later message');
});

test('two messages of one second in the other order are found', async () => {
  const dense = { ...size, messageSpan: 2 };
  const ordered = [...messages(dense)].toSorted((one, other) => one.sentAt - other.sentAt);
  const [first, second] = sameSecond(ordered);
  const swapped = [...ordered];
  [swapped[first], swapped[second]] = [ordered[second]!, ordered[first]!];
  await using right = await filled(ordered);
  await using wrong = await filled(swapped);

  expect(compare(right.db, dense)).toEqual([]);
  expect(compare(wrong.db, dense).join('\n')).toContain('after a later message');
});

/** The positions of the first two messages of one group in the same second. */
function sameSecond(ordered: readonly BulkMessage[]): [number, number] {
  for (const [place, { receiver, receiverType, sentAt }] of ordered.entries()) {
    const other = ordered.findIndex(
      (each, index) => index > place && each.receiver === receiver && each.sentAt === sentAt,
    );
    if (receiverType === 'group' && other > 0) return [place, other];
  }
  throw new Error('There are no two.');
}

test('a message that was stored before its sender is found', async () => {
  await using service = await filled(inOrder);

  service.db.exec(
    `INSERT INTO storing_log (seq, kind, id) SELECT 0, kind, id FROM storing_log ORDER BY seq DESC LIMIT 1`,
  );

  expect(compare(service.db, size).join('\n')).toContain('was stored before users');
});

/** A service that received everything, the messages in this order. */
async function filled(ordered: Iterable<{ muid: string }>): Promise<LocalService> {
  const service = await startLocalService({ importRequestsPerMinute: 'unlimited' });
  installStoringLog(service.db);
  await using client = createClient(service);
  const send = (kind: 'users' | 'groups' | 'members' | 'messages', records: object) =>
    client.attempt(`dataImport.${kind}`, {
      bodyBytes: new TextEncoder().encode(JSON.stringify({ [kind]: records })),
    });
  await send(
    'users',
    byKey(users(size), ({ uid }) => uid),
  );
  await send(
    'groups',
    byKey(groups(size), ({ guid }) => guid),
  );
  const keyed = Array.from(members(size), (one) => ({
    memberId: memberId(one.guid, one.uid),
    ...one,
  }));
  await send(
    'members',
    byKey(keyed, (member) => member.memberId),
  );
  for (const message of ordered) await send('messages', { [message.muid]: message });
  return service;
}

function byKey<T>(rows: Iterable<T>, key: (row: T) => string): Record<string, T> {
  return Object.fromEntries(Array.from(rows, (row) => [key(row), row]));
}
