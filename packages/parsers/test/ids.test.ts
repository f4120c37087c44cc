import { type InputKind, RecordBlockBuilder, type Row, serviceId } from '@chatferry/contract';
import { idChange } from '@chatferry/parsers';
import { describe, expect, test } from 'vitest';
import { Renames } from '../src/ids/renames.ts';
import { ids, read, readFromCode, refusals } from './reading.ts';

const legacy = 'Ada.L@x.org';
const mapped = serviceId(legacy);

describe('ids: keep', () => {
  test('ids that are not in the service’s form are refused', async () => {
    const outcome = await read({ content: `uid,name\nada,Ada\n${legacy},Ada\nBob,Bob\n` });

    expect(ids(outcome)).toEqual(['ada']);
    expect(refusals(outcome)).toEqual(['3 bad-id', '4 bad-id']);
    expect(outcome.rejected[0]!.id).toBe(legacy);
  });
});

describe('ids: map gives every id the same new form, wherever it occurs', () => {
  const map = { ids: 'map' } as const;

  test('users', async () => {
    const outcome = await read({ content: `uid,name\nada,Ada\n${legacy},Ada\nBob,Bob\n` }, map);

    expect(ids(outcome)).toEqual(['ada', mapped, 'bob']);
    expect(outcome.renamed).toEqual([
      { record: mapped, from: legacy, to: mapped },
      { record: 'bob', from: 'Bob', to: 'bob' },
    ]);
  });

  test('roles of users, and of users inside other records', async () => {
    const users = await read(
      { content: 'uid,name,role\nada,Ada,Power User\nbob,Bob,guest\n' },
      map,
    );
    const role = serviceId('Power User');

    expect(users.records.map(({ record }) => record['role'])).toEqual([role, 'guest']);
    expect(users.renamed).toEqual([{ record: 'ada', from: 'Power User', to: role }]);

    const userDetails = { uid: 'ada', name: 'Ada', role: 'Power User' };
    const members = await readFromCode('members', [{ guid: 'g', uid: 'ada', userDetails }], map);

    expect(members.records[0]!.record).toMatchObject({ userDetails: { role } });
  });

  test('groups and their owners', async () => {
    const group = {
      guid: 'Chess',
      name: 'Chess',
      type: 'public',
      owner: legacy,
      groupOwnerDetails: { uid: legacy, name: 'Ada' },
    };

    const { records } = await readFromCode('groups', [group], map);

    expect(records[0]!.record).toEqual({
      guid: 'chess',
      name: 'Chess',
      type: 'public',
      owner: mapped,
      groupOwnerDetails: { uid: mapped, name: 'Ada' },
    });
  });

  test('members, with or without a memberId', async () => {
    const outcome = await readFromCode(
      'members',
      [
        { guid: 'Chess', uid: legacy },
        { guid: 'Chess', uid: 'ada', memberId: 'Chess_member_ada' },
        { guid: 'Chess', uid: 'ada', memberId: 'chess-ada' },
        {
          guid: 'go',
          uid: 'ada',
          groupDetails: { guid: 'Go', name: 'Go', type: 'public', owner: legacy },
          userDetails: { uid: 'Ada', name: 'Ada' },
        },
      ],
      map,
    );

    expect(ids(outcome)).toEqual([`chess_member_${mapped}`, 'chess_member_ada', 'go_member_ada']);
    expect(refusals(outcome)).toEqual(['3 key-differs']);
    expect(outcome.records[2]!.record).toMatchObject({
      groupDetails: { guid: 'go', owner: mapped },
      userDetails: { uid: 'ada' },
    });
  });

  test('messages: sender, receiver, mentions and details', async () => {
    const outcome = await readFromCode(
      'messages',
      [
        {
          muid: 'M.1',
          sender: legacy,
          receiverType: 'group',
          receiver: 'Chess',
          sentAt: 1_700_000_000,
          text: `<@uid:${legacy}> and <@uid:bob>, look`,
          mentionedUserDetails: {
            [legacy]: { uid: legacy, name: 'Ada' },
            bob: { uid: 'bob', name: 'B' },
          },
          senderUserDetails: { uid: legacy, name: 'Ada' },
          receiverGroupDetails: { guid: 'Chess', name: 'Chess', type: 'public', owner: 'Bob' },
          receiverGroupOwnerDetails: { uid: 'Bob', name: 'Bob' },
        },
      ],
      map,
    );

    expect(outcome.rejected).toEqual([]);
    expect(outcome.records[0]!.record).toMatchObject({
      muid: 'M.1',
      sender: mapped,
      receiver: 'chess',
      data: { text: `<@uid:${mapped}> and <@uid:bob>, look` },
      mentionedUserDetails: { [mapped]: { uid: mapped }, bob: { uid: 'bob' } },
      senderUserDetails: { uid: mapped },
      receiverGroupDetails: { guid: 'chess', owner: 'bob' },
      receiverGroupOwnerDetails: { uid: 'bob' },
    });
  });

  const person = { uid: legacy, name: 'Ada', role: 'Boss' };
  const inside = { receiverType: 'user', receiver: 'bob', sentAt: 1_700_000_000, text: 'Hi' };
  test.each<[InputKind, string, Row]>([
    ['groups', 'groupOwnerDetails', { guid: 'g', name: 'G', type: 'public' }],
    ['members', 'userDetails', { guid: 'g', uid: 'a' }],
    ['messages', 'senderUserDetails', { muid: 'm', sender: 'a', ...inside }],
    ['messages', 'receiverUserDetails', { muid: 'm', sender: 'a', ...inside }],
    ['messages', 'receiverGroupOwnerDetails', { muid: 'm', sender: 'a', ...inside }],
  ])('%s: a user in %s alone', async (kind, field, row) => {
    const outcome = await readFromCode(kind, [{ ...row, [field]: { ...person } }], map);

    expect(outcome.records[0]?.record[field]).toEqual({
      ...person,
      uid: mapped,
      role: serviceId('Boss'),
    });
  });

  test('each row whose own id changes is reported, also one that repeats another', async () => {
    const outcome = await read({ content: 'uid,name\nAda X,A\nbob,B\nAda X,A\n' }, map);

    expect(outcome.renamed.map(({ record, from }) => [record, from])).toEqual([
      [serviceId('Ada X'), 'Ada X'],
      [serviceId('Ada X'), 'Ada X'],
    ]);
  });

  test('an id that records refer to is reported once', async () => {
    const rows = Array.from({ length: 5 }, (_, index) => ({ guid: `g${index}`, uid: legacy }));

    const { renamed } = await readFromCode('members', rows, map);

    expect(renamed).toEqual([{ record: `g0_member_${mapped}`, from: legacy, to: mapped }]);
  });
});

test('ids beyond those that are kept in memory are changed like the first ones', () => {
  const change = idChange({ ids: 'map' })!;
  const before = Array.from({ length: 20_002 }, (_, nth) => `User ${nth}`);

  const changed = [...before, 'User 0'].map((id) => change('users', id));

  expect(changed.filter((id) => !/^[a-z0-9_-]+$/.test(id))).toEqual([]);
  expect(new Set(changed).size).toBe(before.length);
});

test('every id that records refer to is reported, however many there are', () => {
  const renames = new Renames();
  const builder = new RecordBlockBuilder('members', 'members.csv');
  const before = Array.from({ length: 20_001 }, (_, nth) => `User ${nth}`);

  for (const from of before) {
    renames.startRow();
    renames.add('users', from, from.toLowerCase());
    renames.tell(builder, 'members');
  }

  expect(builder.take().renamed.map(({ from }) => from)).toEqual(before);
});
