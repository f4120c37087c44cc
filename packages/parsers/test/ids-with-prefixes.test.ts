import { serviceId } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { ids, read, readFromCode, refusals } from './reading.ts';

const prefixes = { ids: 'map', idPrefix: 'de-', muidPrefix: 'DE/' } as const;
const sentAt = 1_700_000_000;

test('the prefixes are added to every id, wherever it occurs, and the id map has them all', async () => {
  const legacy = 'Ann.Lee@x.org';
  const ann = serviceId(`de-${legacy}`);
  const outcome = await readFromCode(
    'messages',
    [
      {
        muid: '17',
        sender: legacy,
        receiverType: 'group',
        receiver: 'chess',
        sentAt,
        data: { text: `Hi <@uid:${legacy}> and <@uid:bob>`, metadata: { parentMuid: '16' } },
        senderUserDetails: { uid: legacy, name: 'Ann' },
        receiverGroupDetails: { guid: 'chess', name: 'C', type: 'public', owner: 'bob' },
        receiverGroupOwnerDetails: { uid: 'bob', name: 'Bob' },
        mentionedUserDetails: { bob: { uid: 'bob', name: 'Bob' } },
      },
    ],
    prefixes,
  );

  expect(outcome.records).toEqual([
    {
      line: 1,
      id: 'DE/17',
      record: {
        muid: 'DE/17',
        sender: ann,
        receiverType: 'group',
        receiver: 'de-chess',
        sentAt,
        data: {
          text: `Hi <@uid:${ann}> and <@uid:de-bob>`,
          metadata: { parentMuid: 'DE/16' },
        },
        senderUserDetails: { uid: ann, name: 'Ann' },
        receiverGroupDetails: { guid: 'de-chess', name: 'C', type: 'public', owner: 'de-bob' },
        receiverGroupOwnerDetails: { uid: 'de-bob', name: 'Bob' },
        mentionedUserDetails: {
          'de-bob': { uid: 'de-bob', name: 'Bob' },
          [ann]: { uid: ann, name: 'Ann' },
        },
        category: 'message',
        type: 'text',
      },
    },
  ]);
  const renamed = new Set(outcome.renamed.map(({ from, to }) => `${from} ${to}`));
  expect(renamed).toEqual(
    new Set(['17 DE/17', '16 DE/16', `${legacy} ${ann}`, 'chess de-chess', 'bob de-bob']),
  );
});

test('users, groups and members get them too; roles do not', async () => {
  const users = await readFromCode('users', [{ uid: 'ann', name: 'A', role: 'guest' }], prefixes);
  const groups = await readFromCode(
    'groups',
    [{ guid: 'g', name: 'G', type: 'public', owner: 'ann' }],
    prefixes,
  );
  const members = await readFromCode(
    'members',
    [
      { guid: 'g', uid: 'ann', userDetails: { uid: 'ann', name: 'A', role: 'guest' } },
      { guid: 'g', uid: 'bob', memberId: 'g_member_bob' },
    ],
    prefixes,
  );

  const reactions = await readFromCode(
    'reactions',
    [{ muid: 'M/1', uid: 'Bob', reaction: '😀' }],
    prefixes,
  );

  expect(reactions.records[0]!.record).toMatchObject({ muid: 'DE/M/1', uid: serviceId('de-Bob') });
  expect(users.records[0]!.record).toEqual({ uid: 'de-ann', name: 'A', role: 'guest' });
  expect(groups.records[0]!.record).toMatchObject({ guid: 'de-g', owner: 'de-ann' });
  expect(ids(members)).toEqual(['de-g_member_de-ann', 'de-g_member_de-bob']);
  const details = members.records.map(({ record }) => record['userDetails']);
  expect(details).toEqual([{ uid: 'de-ann', name: 'A', role: 'guest' }, undefined]);
});

test('with ids: keep only the prefix changes, and bad ids stay bad', async () => {
  const outcome = await readFromCode(
    'users',
    [
      { uid: 'ann', name: 'A' },
      { uid: 'Bob.B', name: 'B' },
    ],
    { ids: 'keep', idPrefix: 'x-' },
  );

  expect(ids(outcome)).toEqual(['x-ann']);
  expect(refusals(outcome)).toEqual(['2 bad-id']);
  expect(outcome.rejected[0]!.id).toBe('x-Bob.B');
});

test('a constant is the same for each row, although its mentions get a prefix', async () => {
  const constants = {
    data: { text: 'Hi <@uid:ada>' },
    sender: 'bob',
    receiver: 'cy',
    receiverType: 'user',
  };
  const content = 'muid,sentAt\nm1,1700000000\nm2,1700000000\n';

  const { records } = await read(
    { kind: 'messages', content, mapping: { constants } },
    { idPrefix: 'p-' },
  );

  expect(records.map(({ record }) => record['data'])).toEqual([
    { text: 'Hi <@uid:p-ada>' },
    { text: 'Hi <@uid:p-ada>' },
  ]);
});
