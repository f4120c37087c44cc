import {
  column,
  COLUMNS,
  idHash,
  type Kind,
  problem,
  RecordBlockBuilder,
  type Row,
  rowsOf,
} from '@chatferry/contract';
import { describe, expect, test } from 'vitest';
import { freeIdHash, pairHash } from '../src/judging/id-hash.ts';

function columnsOf(kind: Kind, record: Row) {
  const builder = new RecordBlockBuilder(kind, 'file');
  builder.add(7, 'id', record, JSON.stringify(record));
  const { columns } = builder.take();
  return Object.fromEntries(Object.entries(column).map(([name, at]) => [name, columns[at]]));
}

describe('a block', () => {
  test('holds records one after the other, each with its key', () => {
    const builder = new RecordBlockBuilder('users', 'users.csv');
    builder.add(2, 'ada', {}, '{"name":"Ädä 🚋"}');
    builder.add(5, 'a"b', {}, Buffer.from('{"name":"B"}'));

    const { kind, file, records, wire, columns } = builder.take();

    expect({ kind, file, records }).toEqual({ kind: 'users', file: 'users.csv', records: 2 });
    const text = '"ada":{"name":"Ädä 🚋"}"a\\"b":{"name":"B"}';
    expect(Buffer.from(wire).toString()).toBe(text);
    expect(columns[column.end]).toBe(Buffer.byteLength('"ada":{"name":"Ädä 🚋"}'));
    expect(columns[COLUMNS + column.end]).toBe(Buffer.byteLength(text));
    expect([columns[column.line], columns[COLUMNS + column.line]]).toEqual([2, 5]);
  });

  test('has nothing of the block before it', () => {
    const builder = new RecordBlockBuilder('messages', 'messages.csv');
    const row = { sender: 'ada', sentAt: 5 };
    builder.add(2, 'm1', { ...row, receiver: 'chess', receiverType: 'group' }, '{}');
    builder.derive({ kind: 'replies', field: 'data', value: 1 });
    builder.warn(problem('line-break'));
    builder.drop('m1', 'avatar', problem('bad-url'));
    builder.rename('messages', 'M1', 'm1');
    const details = { senderUserDetails: { uid: 'ada', role: 'staff' } };
    builder.add(2, 'm1-2', { ...row, ...details, receiver: 'bob', receiverType: 'user' }, '{}');
    builder.continueRow();
    builder.countMade();
    builder.filter('too-old');
    builder.reject({ line: 4, id: undefined, problems: [problem('bad-json')], row: '{' });
    const before = builder.take();
    expect(before.roles).toEqual(new Map([['staff', { users: 1, line: 2 }]]));
    expect(rowsOf(before)).toBe(2); // of two records one is a part, one row was filtered, one rejected, and one made
    expect(builder.take()).toEqual(new RecordBlockBuilder('messages', 'messages.csv').take());
    builder.add(3, 'm2', { ...row, receiver: 'bob', receiverType: 'user' }, '{}');
    builder.add(4, 'm3', { ...row, receiver: 'chess', receiverType: 'group' }, '{}');

    const block = builder.take();

    expect(block).toMatchObject({
      derived: [],
      warnings: [],
      dropped: [],
      renamed: [],
      records: 2,
    });
    const referred = [0, COLUMNS].map((at) =>
      [column.group, column.receiver].map((of) => block.columns[at + of]),
    );
    expect(referred).toEqual([
      [0, idHash('bob')],
      [idHash('chess'), 0],
    ]);
  });

  test('has no owner of a group of the block before it', () => {
    const builder = new RecordBlockBuilder('groups', 'groups.csv');
    builder.add(2, 'chess', { guid: 'chess', owner: 'ada' }, '{}');
    builder.take();
    builder.add(3, 'go', { guid: 'go' }, '{}');

    expect(builder.take().columns[column.user]).toBe(0);
  });

  test('has the whole id that completes a record at the end of its memory', () => {
    const id = 'i'.repeat(100);
    for (const length of [65_300, 65_371, 65_410, 65_500]) {
      const builder = new RecordBlockBuilder('members', 'members.csv');
      const start = `{"name":"${'x'.repeat(length - 11)}"`;
      builder.add(2, id, {}, Buffer.from(`${start}}`), 'memberId');

      const { wire } = builder.take();

      expect(Buffer.from(wire).toString()).toBe(`"${id}":${start},"memberId":"${id}"}`);
    }
  });

  test('grows as records are added, and is empty after it was taken', () => {
    const builder = new RecordBlockBuilder('users', 'users.csv');
    for (let index = 0; index < 3000; index++)
      builder.add(index, `u${index}`, {}, `{"name":"${'x'.repeat(100)}"}`);
    builder.reject({ line: 1, id: undefined, problems: [problem('bad-json')], row: '{' });
    expect(builder.rows).toBe(3001);

    const block = builder.take();

    expect(block.records).toBe(3000);
    expect(block.columns[2999 * COLUMNS + column.end]).toBe(block.wire.length);
    expect(block.columns).toHaveLength(3000 * COLUMNS);
    expect(builder.rows).toBe(0);
    expect(builder.take()).toMatchObject({ records: 0, rejected: [], warnings: [], renamed: [] });
  });

  test('holds a long text in which each character takes three bytes', () => {
    const builder = new RecordBlockBuilder('users', 'users.csv');
    const json = JSON.stringify({ name: '船'.repeat(50_000) });
    builder.add(2, 'ada', {}, json);

    const { wire } = builder.take();

    expect(Buffer.from(wire).toString()).toBe(`"ada":${json}`);
  });

  test('marks the records that were made from the row of the record before them', () => {
    const builder = new RecordBlockBuilder('users', 'users.csv');
    for (const id of ['m1', 'm2', 'm2-2', 'm2-3']) {
      builder.add(2, id, {}, '{}');
      if (id.includes('-')) builder.continueRow();
    }

    expect(builder.rows).toBe(2);
    expect(builder.take()).toMatchObject({ records: 4, parts: [2, 3] });
    expect(builder.take().parts).toEqual([]);
  });

  test('counts the roles of its own records only', () => {
    const builder = new RecordBlockBuilder('users', 'users.csv');
    const rolesOf = (...roles: readonly string[]): unknown[] => {
      for (const role of roles) builder.add(2, 'ada', { role }, '{}');
      return [...builder.take().roles].map(([role, { users }]) => [role, users]);
    };

    expect(rolesOf('boss', 'boss', 'guest')).toEqual([
      ['boss', 2],
      ['guest', 1],
    ]);
    expect(rolesOf('guest')).toEqual([['guest', 1]]);
    expect(rolesOf()).toEqual([]);
  });

  test('stores which record a warning or a changed id belongs to', () => {
    const builder = new RecordBlockBuilder('users', 'users.csv');
    builder.add(2, 'ada', {}, '{}');
    builder.add(3, 'bob', {}, '{}');
    builder.rename('users', 'Bob', 'bob');
    builder.warn(problem('replacement-character', { field: 'name' }));
    builder.drop('bob', 'avatar', problem('bad-url', { field: 'avatar' }));

    const { renamed, warnings, dropped } = builder.take();

    expect(dropped).toMatchObject([{ index: 1, id: 'bob', problem: { code: 'bad-url' } }]);
    expect(renamed).toEqual([{ index: 1, kind: 'users', from: 'Bob', to: 'bob' }]);
    expect(warnings).toMatchObject([{ index: 1, problem: { code: 'replacement-character' } }]);
  });
});

test('a block has the items, the media and the derived records of its own rows only', () => {
  const builder = new RecordBlockBuilder('groups', 'groups.ndjson');
  const empty = builder.take();
  const address = { url: 'https://a.org/a.png', kind: 'icon' } as const;
  for (const id of ['den', 'hut', 'inn']) builder.add(1, id, { guid: id }, '{}');
  builder.addItem(3);
  builder.derive({ kind: 'descriptions', field: 'description', value: 'An inn' });
  builder.countMedia('mapped');
  builder.countMedia('gone');
  builder.countMedia('mapped');
  builder.listMedia(address);
  for (const reason of ['left', 'left', 'test']) builder.filter(reason);
  expect(builder.rows).toBe(6);

  const block = builder.take();

  expect(block.items).toEqual(Float64Array.of(0, 0, 3));
  expect(block.derived).toEqual([
    { index: 2, kind: 'descriptions', field: 'description', value: 'An inn' },
  ]);
  expect([...block.media!]).toEqual([
    ['mapped', 2],
    ['gone', 1],
  ]);
  expect(block.mediaAddresses).toEqual([address]);
  expect([...block.filtered!]).toEqual([
    ['left', 2],
    ['test', 1],
  ]);
  expect(builder.take()).toEqual(empty);
  for (const name of ['items', 'media', 'mediaAddresses', 'filtered', 'made'])
    expect(empty).not.toHaveProperty(name);
});

test('growing keeps the columns of every record', () => {
  const builder = new RecordBlockBuilder('users', 'users.csv');
  for (let line = 1; line <= 600; line++) builder.add(line, `u${line}`, {}, '{}');

  const { columns } = builder.take();

  for (let nth = 0; nth < 600; nth++)
    expect([columns[nth * COLUMNS + column.line], columns[nth * COLUMNS + column.idHash]]).toEqual([
      nth + 1,
      idHash(`u${nth + 1}`),
    ]);
});

test.each([
  ['messages', 'M1', 'm1'],
  ['messages', 'Mä', 'mä'],
  ['users', 'ada', 'ada'],
] as const)('of %s, the id %j has the hash of %j', (kind, id, hashed) => {
  expect(columnsOfId(kind, id)).toBe(idHash(hashed));
});

function columnsOfId(kind: Kind, id: string): number {
  const builder = new RecordBlockBuilder(kind, 'file');
  builder.add(1, id, {}, '{}');
  return builder.take().columns[column.idHash]!;
}

describe('columns', () => {
  const nothing = { time: 0, user: 0, group: 0, receiver: 0, pair: 0 };

  test('a user', () => {
    expect(columnsOf('users', { uid: 'ada', createdAt: 1_700_000_000 })).toMatchObject({
      ...nothing,
      line: 7,
      idHash: idHash('id'),
      time: 1_700_000_000,
    });
  });

  test('a group', () => {
    expect(columnsOf('groups', { guid: 'go' })).toMatchObject(nothing);
    expect(columnsOf('groups', { guid: 'go', owner: 'ada' })).toMatchObject({
      ...nothing,
      user: idHash('ada'),
    });
  });

  test('a member', () => {
    expect(columnsOf('members', { guid: 'go', uid: 'ada', joinedAt: 1_700_000_000 })).toMatchObject(
      {
        time: 1_700_000_000,
        user: idHash('ada'),
        group: idHash('go'),
        receiver: 0,
        pair: pairHash(idHash('go'), idHash('ada')),
      },
    );
  });

  test('a message to a group', () => {
    const message = { sender: 'ada', receiverType: 'group', receiver: 'go', sentAt: 1_700_000_000 };

    expect(columnsOf('messages', message)).toMatchObject({
      time: 1_700_000_000,
      user: idHash('ada'),
      group: idHash('go'),
      receiver: 0,
      pair: pairHash(idHash('go'), idHash('ada')),
    });
  });

  test('a message to a user has the same pair in both directions', () => {
    const there = columnsOf('messages', { sender: 'ada', receiverType: 'user', receiver: 'bob' });
    const back = columnsOf('messages', { sender: 'bob', receiverType: 'user', receiver: 'ada' });

    expect(there).toMatchObject({ user: idHash('ada'), group: 0, receiver: idHash('bob') });
    expect(there['pair']).toBe(back['pair']);
    expect(there['pair']).toBeGreaterThan(0);
  });

  test('each two users have a pair of their own', () => {
    const uids = Array.from({ length: 8 }, (_, nth) => `u${nth}`);
    const pairs = uids.flatMap((sender, nth) =>
      uids
        .slice(nth + 1)
        .map(
          (receiver) => columnsOf('messages', { sender, receiverType: 'user', receiver })['pair'],
        ),
    );

    expect(new Set(pairs).size).toBe(28);
  });

  test('a reaction belongs to its message, however the muid is written', () => {
    const reaction = { reactionId: 'M1 ada x', muid: 'M1', uid: 'ada', reaction: 'x' };

    expect(columnsOf('reactions', reaction)).toMatchObject({ pair: freeIdHash('m1') });
    expect(freeIdHash('M1')).toBe(idHash('m1'));
  });
});
