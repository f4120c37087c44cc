import { fields, hasDetails, kinds, kindsInOrder } from '@chatferry/contract';
import { describe, expect, test } from 'vitest';
import { read, readFromCode, refusals } from './reading.ts';

const ada = { uid: 'ada', name: 'Ada', createdAt: '1673421419', lastActiveAt: '1673421500' };
const chess = { guid: 'chess', name: 'Chess', type: 'public', createdAt: '1673421419' };
const asRead = { createdAt: 1_673_421_419, lastActiveAt: 1_673_421_500 };

describe('quoted numbers are times in the users and groups inside a record', () => {
  test('in rows from code and JSON', async () => {
    const row = {
      muid: 'm1',
      sender: 'ada',
      receiverType: 'group',
      receiver: 'chess',
      sentAt: '1700000000',
      text: 'Hi <@uid:bob>',
      senderUserDetails: ada,
      receiverGroupDetails: chess,
      receiverGroupOwnerDetails: ada,
      mentionedUserDetails: { bob: { ...ada, uid: 'bob' } },
    };
    const outcome = await read({
      kind: 'messages',
      format: 'ndjson',
      content: JSON.stringify(row),
    });

    expect(refusals(outcome)).toEqual([]);
    expect(outcome.records[0]!.record).toMatchObject({
      sentAt: 1_700_000_000,
      senderUserDetails: asRead,
      receiverGroupDetails: { createdAt: 1_673_421_419 },
      receiverGroupOwnerDetails: asRead,
      mentionedUserDetails: { bob: asRead },
    });
  });

  test('in members and groups', async () => {
    const members = await readFromCode('members', [
      { guid: 'chess', uid: 'ada', joinedAt: '1700000000', groupDetails: chess, userDetails: ada },
    ]);
    const groups = await readFromCode('groups', [
      { guid: 'chess', name: 'Chess', type: 'public', owner: 'ada', groupOwnerDetails: ada },
    ]);

    expect([...refusals(members), ...refusals(groups)]).toEqual([]);
    expect(members.records[0]!.record).toMatchObject({
      joinedAt: 1_700_000_000,
      groupDetails: { createdAt: 1_673_421_419 },
      userDetails: asRead,
    });
    expect(groups.records[0]!.record).toMatchObject({ groupOwnerDetails: asRead });
  });

  test('in columns of their own, and in JSON cells', async () => {
    const outcome = await read({
      kind: 'members',
      content: [
        'guid,uid,groupDetails,userDetails.uid,userDetails.name,userDetails.createdAt',
        `chess,ada,"${JSON.stringify(chess).replaceAll('"', '""')}",ada,Ada,1673421419`,
      ].join('\n'),
    });

    expect(refusals(outcome)).toEqual([]);
    expect(outcome.records[0]!.record).toMatchObject({
      groupDetails: { createdAt: 1_673_421_419 },
      userDetails: { createdAt: 1_673_421_419 },
    });
  });
});

test('a value that is not a number is dropped there', async () => {
  const outcome = await readFromCode('members', [
    { guid: 'chess', uid: 'ada', userDetails: { ...ada, createdAt: 'soon' } },
    { guid: 'chess', uid: 'ada', userDetails: { ...ada, createdAt: '1673421419000' } },
  ]);

  expect(refusals(outcome)).toEqual([]);
  expect(outcome.dropped.map(({ field, code }) => [field, code])).toEqual([
    ['userDetails.createdAt', 'not-seconds'],
    ['userDetails.createdAt', 'milliseconds'],
  ]);
});

test('every field for users and groups inside a record is known', () => {
  const named = kindsInOrder.flatMap((kind) =>
    Object.keys(fields[kind]).filter((field) => field.endsWith('Details')),
  );
  const listed = kindsInOrder.flatMap((kind) => Object.keys(kinds[kind].inlineRecords ?? {}));

  expect(named.toSorted()).toEqual([...listed, 'mentionedUserDetails'].toSorted());
  for (const field of named) expect(hasDetails({ [field]: {} })).toBe(true);
});
