import type { Kind, Row } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { read, readFromCode } from './reading.ts';

const long = '123456789012345678';

const cases: readonly (readonly [Kind, string, Row])[] = [
  ['users', `{"uid":${long},"name":"Ann"}`, { uid: long, name: 'Ann' }],
  [
    'groups',
    '{"guid":7,"name":"One","type":"public","owner":17,"groupOwnerDetails":{"uid":17,"name":"Ann"}}',
    {
      guid: '7',
      name: 'One',
      type: 'public',
      owner: '17',
      groupOwnerDetails: { uid: '17', name: 'Ann' },
    },
  ],
  ['members', '{"guid":7,"uid":17}', { guid: '7', uid: '17', memberId: '7_member_17' }],
  [
    'messages',
    `{"muid":1,"sender":17,"receiverType":"user","receiver":${long},"sentAt":1700000000,"data":{"text":"Hi","metadata":{"parentMuid":0}},"senderUserDetails":{"uid":17,"name":"Ann"},"mentionedUserDetails":{"18":{"uid":18,"name":"Bob"}}}`,
    {
      muid: '1',
      sender: '17',
      receiverType: 'user',
      receiver: long,
      sentAt: 1_700_000_000,
      data: { text: 'Hi', metadata: { parentMuid: '0' } },
      senderUserDetails: { uid: '17', name: 'Ann' },
      mentionedUserDetails: { 18: { uid: '18', name: 'Bob' } },
      category: 'message',
      type: 'text',
    },
  ],
  ['reactions', '{"muid":1,"uid":17,"reaction":"👍"}', { muid: '1', uid: '17', reaction: '👍' }],
  ['friends', '{"uid":17,"friend":18}', { uid: '17', friend: '18' }],
];

test.each(cases)(
  'ids of %s that are numbers are texts with all their digits',
  async (kind, content, expected) => {
    const { records, rejected } = await read({ kind, format: 'ndjson', content });

    expect(rejected).toEqual([]);
    expect(records[0]!.record).toMatchObject(expected);
  },
);

test.each([[1.5], [1e300], [true], [{}]])('%j is no id', async (uid) => {
  const { rejected } = await readFromCode('users', [{ uid, name: 'Ann' }]);

  expect(rejected[0]!.problems).toMatchObject([{ code: 'wrong-type', field: 'uid' }]);
});

test('a column that is both an id and that of an inline record', async () => {
  const content = '{"id":1,"sender_id":17,"sender":18,"to":19,"sentAt":1700000000,"text":"Hi"}';
  const mapping = {
    columns: {
      id: 'muid',
      sender_id: ['sender', 'senderUserDetails.uid'],
      sender: 'senderUserDetails.name',
      to: 'receiver',
    },
    constants: { receiverType: 'user' },
  };

  const { records } = await read({ kind: 'messages', format: 'ndjson', content, mapping });

  expect(records[0]!.record).toMatchObject({
    sender: '17',
    senderUserDetails: { uid: '17', name: '18' },
    receiver: '19',
  });
});
