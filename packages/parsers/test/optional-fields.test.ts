import { fields, type InputKind, type Row } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { type ReadResult, now, read, readFromCode, refusals } from './reading.ts';

/** The dropped fields, as `record field code`. */
function dropped({ dropped: found }: ReadResult): string[] {
  return found.map(({ record, field, code }) => `${record} ${field} ${code}`);
}

test('a bad optional field is dropped, and the user stays', async () => {
  const outcome = await readFromCode('users', [
    {
      uid: 'ann',
      name: 'Ann',
      avatar: '/img/ann.png',
      link: 'ftp://example.org',
      lastActiveAt: now + 3600,
      metadata: ['not', 'an', 'object'],
      tags: 'vip',
    },
    { uid: 'bob', name: 'Bob', metadata: { note: 'x'.repeat(6000) }, createdAt: 1_700_000_000 },
  ]);

  expect(refusals(outcome)).toEqual([]);
  expect(outcome.records.map(({ record }) => record)).toEqual([
    { uid: 'ann', name: 'Ann' },
    { uid: 'bob', name: 'Bob', createdAt: 1_700_000_000 },
  ]);
  expect(dropped(outcome)).toEqual([
    'ann avatar bad-url',
    'ann link bad-url',
    'ann metadata wrong-type',
    'ann tags wrong-type',
    'ann lastActiveAt future-time',
    'bob metadata metadata-too-large',
  ]);
});

test('cells that cannot be read are dropped as well', async () => {
  const outcome = await read({
    content: 'uid,name,lastActiveAt,metadata\nann,Ann,21.11.2026 22:56,{plan}\n',
  });

  expect(outcome.records[0]!.record).toEqual({ uid: 'ann', name: 'Ann' });
  expect(dropped(outcome)).toEqual(['ann lastActiveAt bad-time', 'ann metadata bad-json-cell']);
});

test('bad tags are dropped; of too many, the first 25 stay', async () => {
  const many = Array.from({ length: 30 }, (_, index) => `t${index}`);
  const outcome = await readFromCode('users', [
    { uid: 'ann', name: 'Ann', tags: ['', 'vip', 'x'.repeat(101), 'staff'] },
    { uid: 'bob', name: 'Bob', tags: [...many] },
  ]);

  expect(outcome.records.map(({ record }) => record['tags'])).toEqual([
    ['vip', 'staff'],
    many.slice(0, 25),
  ]);
  expect(dropped(outcome)).toEqual([
    'ann tags.0 empty-field',
    'ann tags.2 too-long',
    'bob tags too-many',
  ]);
});

test('the same holds for groups, messages, and records inside them', async () => {
  const groups = await readFromCode('groups', [
    { guid: 'g', name: 'G', type: 'public', icon: 'icon.png', metadata: 7 },
  ]);
  const messages = await readFromCode('messages', [
    {
      muid: 'm1',
      sender: 'ann',
      receiverType: 'user',
      receiver: 'bob',
      sentAt: 1_700_000_000,
      tags: 'x',
      data: { text: 'Hi <@uid:kim>', metadata: 'none' },
      senderUserDetails: { uid: 'ann', name: 'Ann', avatar: 'a.png' },
      mentionedUserDetails: { kim: { uid: 'kim', name: 'Kim', link: 'l' } },
    },
  ]);

  expect([...refusals(groups), ...refusals(messages)]).toEqual([]);
  expect(groups.records[0]!.record).toEqual({ guid: 'g', name: 'G', type: 'public' });
  expect(messages.records[0]!.record).toMatchObject({
    data: { text: 'Hi <@uid:kim>' },
    senderUserDetails: { uid: 'ann', name: 'Ann' },
    mentionedUserDetails: { kim: { uid: 'kim', name: 'Kim' } },
  });
  expect(dropped(messages).toSorted()).toEqual([
    'm1 data.metadata wrong-type',
    'm1 mentionedUserDetails.kim.link bad-url',
    'm1 senderUserDetails.avatar bad-url',
    'm1 tags wrong-type',
  ]);
});

test('no record is lost over a date that it does not need, whatever is wrong with the date', async () => {
  const bad = [now + 3600, 17, -1, 1_700_000_000_000, 99_999_999_999, 1.5, 'soon', true, {}];
  for (const kind of ['users', 'groups', 'members', 'messages'] as const)
    for (const [name, { type, required }] of Object.entries(fields[kind])) {
      if (type !== 'time' || required) continue;
      for (const value of bad) {
        const outcome = await readFromCode(kind, [{ ...goodRows[kind], [name]: value }]);

        expect([name, value, refusals(outcome), outcome.records.length]).toEqual([
          name,
          value,
          [],
          1,
        ]);
        expect(outcome.dropped.map(({ field }) => field)).toEqual([name]);
      }
    }
});

test('a user who was deactivated stays so when the date is bad; 0 and what is no time are no date', async () => {
  const times = [now + 3600, 17, 1_700_000_000_000, 1_700_000_000, 0, -5, 'never'];
  const outcome = await readFromCode(
    'users',
    times.map((deactivatedAt, index) => ({ uid: `u${index}`, name: 'U', deactivatedAt })),
  );

  expect(refusals(outcome)).toEqual([]);
  expect(outcome.derived.map(({ kind, value }) => [kind, value])).toEqual([
    ['deactivations', 1_000_000_000],
    ['deactivations', 1_000_000_000],
    ['deactivations', 1_000_000_000],
    ['deactivations', 1_700_000_000],
  ]);

  const file =
    'uid,name,deactivatedAt\nann,Ann,2026-01-01T10:00:00\nbob,Bob,2026-01-01T10:00:00Z\n';
  const outcomeOfFile = await read({ content: file, mapping: { times: { deactivatedAt: 'iso' } } });
  expect(outcomeOfFile.derived).toHaveLength(2);
});

const goodRows: Readonly<Partial<Record<InputKind, Row>>> = {
  roles: { role: 'keeper' },
  friends: { uid: 'ann', friend: 'bob' },
  blocks: { uid: 'ann', blocked: 'bob' },
  users: { uid: 'ann', name: 'Ann' },
  groups: { guid: 'g', name: 'G', type: 'public' },
  members: { guid: 'g', uid: 'ann' },
  messages: {
    muid: 'm1',
    sender: 'ann',
    receiverType: 'user',
    receiver: 'bob',
    sentAt: 1_700_000_000,
    data: { text: 'Hi' },
  },
};

test.each<[InputKind, readonly string[]]>([
  ['users', ['avatar', 'link', 'metadata', 'tags', 'createdAt', 'lastActiveAt', 'deactivatedAt']],
  ['roles', ['description', 'metadata', 'settings']],
  ['groups', ['icon', 'metadata', 'tags', 'description', 'createdAt']],
  ['members', ['joinedAt']],
  ['messages', ['tags', 'deliveredAt', 'readAt']],
  ['friends', []],
  ['blocks', []],
])('of %s, the fields without which a record is sent are %j', async (kind, optional) => {
  const names = Object.keys(fields[kind]).filter((name) => !name.endsWith('Details'));
  const found: string[] = [];
  for (const name of names) {
    const outcome = await readFromCode(kind, [{ ...goodRows[kind], [name]: 1.5 }]);
    if (dropped(outcome).length > 0) found.push(name);
    const isDropped = found.includes(name);
    expect([name, outcome.records.length, refusals(outcome).length > 0]).toEqual([
      name,
      isDropped ? 1 : 0,
      !isDropped,
    ]);
  }

  expect(found.toSorted()).toEqual(optional.toSorted());
});

test.each<[InputKind, string, Row, readonly string[]]>([
  ['groups', 'groupOwnerDetails', goodRows.users!, ['avatar', 'link', 'metadata', 'tags']],
  ['members', 'groupDetails', goodRows.groups!, ['icon', 'metadata', 'tags']],
  ['members', 'userDetails', goodRows.users!, ['avatar', 'link', 'metadata', 'tags']],
  ['messages', 'senderUserDetails', goodRows.users!, ['avatar', 'link', 'metadata', 'tags']],
  ['messages', 'receiverUserDetails', goodRows.users!, ['avatar', 'link', 'metadata', 'tags']],
  ['messages', 'receiverGroupDetails', goodRows.groups!, ['icon', 'metadata', 'tags']],
  [
    'messages',
    'receiverGroupOwnerDetails',
    goodRows.users!,
    ['avatar', 'link', 'metadata', 'tags'],
  ],
])('a record of %s is sent without bad fields in %s', async (kind, inside, row, optional) => {
  const bad = Object.fromEntries(optional.map((name) => [name, 17]));

  const outcome = await readFromCode(kind, [{ ...goodRows[kind], [inside]: { ...row, ...bad } }]);

  expect(outcome.records[0]?.record[inside]).toEqual(row);
  expect(outcome.dropped.map(({ field }) => String(field)).toSorted()).toEqual(
    optional.map((name) => `${inside}.${name}`),
  );
});

test('a rejected row lists all its problems, the reason first', async () => {
  const outcome = await readFromCode('users', [{ uid: 'ann', avatar: 'a.png' }]);

  expect(refusals(outcome)).toEqual(['1 missing-field', '1 bad-url']);
  expect(dropped(outcome)).toEqual([]);
});

test('with badOptional: reject the row is rejected', async () => {
  const cleaning = { badOptional: 'reject' } as const;
  const outcome = await read(
    { content: 'uid,name,avatar,lastActiveAt\nann,Ann,a.png,\nbob,Bob,,soon\n' },
    { cleaning },
  );

  expect(refusals(outcome)).toEqual(['2 bad-url', '3 bad-time']);
});

test('neither a role nor a required field is ever dropped', async () => {
  const outcome = await readFromCode('users', [
    { uid: 'ann', name: 'Ann', role: 'Power User' },
    { uid: 'bob', name: ' ' },
    { uid: 'kim', name: 'x'.repeat(101) },
    { uid: 'lea', name: 'Lea', avatarUrl: 'https://example.org/a' },
  ]);

  expect(refusals(outcome)).toEqual(['1 bad-id', '2 empty-field', '3 too-long', '4 unknown-field']);
});

test('a rejected row also has the problems of its cells, and a written one its long numbers', async () => {
  const content = 'uid,name,role,metadata\nann,Ann,The Boss,{plan}\n';
  expect(refusals(await read({ content }))).toEqual(['2 bad-id', '2 bad-json-cell']);

  const long = '{"uid": "a", "name": "A", "metadata": {"n": 12345678901234567890}}';
  const outcome = await read({ format: 'ndjson', content: long });
  expect(outcome.wires).toEqual([expect.stringContaining('"n":12345678901234567890')]);
});

test('a row with a dropped field keeps the digits of its long numbers', async () => {
  const outcome = await read({
    format: 'ndjson',
    content: '{"uid":"ann","name":"Ann","avatar":"a.png","metadata":{"id":12345678901234567890}}\n',
  });

  expect(outcome.wires).toEqual([
    '"ann":{"uid":"ann","name":"Ann","metadata":{"id":12345678901234567890}}',
  ]);
});

test.each(['users', 'messages'] as const)(
  'an empty text in JSON is an absent field: %s',
  async (kind) => {
    const rows = {
      users: { uid: 'ann', name: 'Ann', avatar: '', role: '', createdAt: '' },
      messages: {
        muid: 'm1',
        sender: 'ann',
        receiverType: 'user',
        receiver: 'bob',
        sentAt: 1_700_000_000,
        readAt: '',
        data: { text: 'Hi' },
        senderUserDetails: { uid: 'ann', name: 'Ann', avatar: '', link: null },
      },
    };
    const outcome = await read({ kind, format: 'ndjson', content: JSON.stringify(rows[kind]) });

    expect(refusals(outcome)).toEqual([]);
    expect(outcome.dropped).toEqual([]);
    expect(JSON.stringify(outcome.records[0]!.record)).not.toContain('""');
  },
);

test('an empty text is not a message', async () => {
  const row = {
    muid: 'm1',
    sender: 'a',
    receiverType: 'user',
    receiver: 'b',
    sentAt: 1_700_000_000,
  };
  const outcome = await readFromCode('messages', [
    { ...row, text: '' },
    { ...row, data: { text: '' } },
  ]);

  expect(refusals(outcome)).toEqual(['1 blank-text', '2 blank-text']);
});

test('an empty list of attachments counts as absent, unless the type needs one', async () => {
  const row = {
    muid: 'm1',
    sender: 'a',
    receiverType: 'user',
    receiver: 'b',
    sentAt: 1_700_000_000,
  };
  const data = { text: 'Hi', attachments: [] };
  const outcome = await readFromCode('messages', [
    { ...row, data: { ...data } },
    { ...row, category: 'message', type: 'text', data: { ...data } },
    { ...row, type: 'image', data: { ...data } },
  ]);

  expect(outcome.records.map(({ record }) => [record['type'], record['data']])).toEqual([
    ['text', { text: 'Hi' }],
    ['text', { text: 'Hi' }],
  ]);
  expect(refusals(outcome)).toEqual(['3 missing-attachment']);
});

const message =
  'muid,sender,receiver,receiverType,text,sentAt,labels\nm1,ann,bob,user,Hi,1700000000,';
const quoted = (value: unknown): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`;

test.each([
  ['a list as JSON in a cell', 'labels', quoted(['a', 'b|c']), ['a', 'b|c']],
  ['a text in a cell', 'labels', 'a|b', ['a', 'b']],
  ['a text that only begins like a list', 'labels', '[urgent', ['[urgent']],
  ['a path into a list', 'labels[*].t', quoted([{ t: 'a' }, { t: 'b' }]), ['a', 'b']],
])('tags are read from %s', async (_, name, cell, tags) => {
  const mapping = { columns: { [name]: 'tags' } };

  const { records } = await read({ kind: 'messages', content: message + cell, mapping });

  expect(records[0]!.record['tags']).toEqual(tags);
});

test('no message is lost over a cell of tags that is no JSON', async () => {
  const mapping = { columns: { 'labels[*].t': 'tags' } };

  const outcome = await read({ kind: 'messages', content: `${message}oops`, mapping });

  expect(outcome.records).toMatchObject([{ id: 'm1' }]);
  expect(dropped(outcome)).toEqual(['m1 tags bad-json-cell']);
});

test('a text of JSON in a column of tags is a tag', async () => {
  const content = '{"uid":"ann","name":"Ann","labels":"a|b"}';

  const { records } = await read({
    format: 'ndjson',
    content,
    mapping: { columns: { labels: 'tags' } },
  });

  expect(records[0]!.record['tags']).toEqual(['a', 'b']);
});

test.each(['t', 'TRUE', 'yes', "b'1'", '\u0001'])('%j is true in a cell', async (cell) => {
  const content = `guid,uid,isBanned\ng,ann,${cell}\n`;

  const { records } = await read({ kind: 'members', content });

  expect(records[0]!.record['isBanned']).toBe(true);
});

test('a part of metadata that cannot be read leaves the other parts', async () => {
  const content = 'uid,name,ref,plan\nann,Ann,oops,gold\n';
  const mapping = {
    columns: { ref: 'metadata.ref', plan: 'metadata.plan' },
    convert: { 'metadata.ref': { match: '^ref-(.+)$' } },
  };

  const outcome = await read({ content, mapping });

  expect(outcome.records.map(({ record }) => record)).toEqual([
    { uid: 'ann', name: 'Ann', metadata: { plan: 'gold' } },
  ]);
  expect(dropped(outcome)).toEqual(['ann metadata.ref no-match']);
});
