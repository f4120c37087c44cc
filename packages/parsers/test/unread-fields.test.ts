import type { RecordBlock } from '@chatferry/contract';
import { type KindMapping, type KindReading, PlaceCounts, readRecords } from '@chatferry/parsers';
import { describe, expect, test } from 'vitest';
import { blocksOf, type File, rules } from './reading.ts';

/** What blocks say of what nothing reads: counts by place, and rejected rows by place. */
function accountOf(blocks: readonly RecordBlock[]) {
  const counts = new PlaceCounts();
  for (const { account } of blocks)
    for (const [around, key, count] of account?.unread ?? []) counts.add(around, key, count);
  const rows = blocks.flatMap(({ rejected }) =>
    rejected.flatMap(({ line, problems: [first] }) =>
      first!.code === 'not-read' ? [`${line} ${first!.field}`] : [],
    ),
  );
  const marked = blocks.flatMap(({ account }) => account?.marked ?? []);
  return {
    fields: counts.byPlace().map(({ place, count }) => `${place} ${count}`),
    rows,
    marked: marked.map((each) => `${each.column}=${each.value}: ${each.marked}, ${each.others}`),
    records: blocks.reduce((sum, { records }) => sum + records, 0),
  };
}

async function unread(file: File) {
  return accountOf(await Array.fromAsync(blocksOf(file)));
}

const sender = { receiver: 'g', receiverType: 'group' };
const wrapped: KindMapping = {
  columns: { 'Item.id': 'muid', 'Item.u': 'sender', 'Item.text': 'text', 'Item.ts': 'sentAt' },
  constants: sender,
};

function item(id: string, more: object): string {
  return JSON.stringify({ Item: { id, u: 'ann', text: 'Hi', ts: 1_700_000_000, ...more } });
}

const reply = (id: string, more: object = {}) => ({
  id,
  u: 'bob',
  text: 'Yes',
  ts: 1_700_000_001,
  ...more,
});

describe('fields of rows', () => {
  test('that hold a text where a path leads into JSON are counted', async () => {
    const columns = { 'files[*].url': 'data.attachments[*].url' };
    const content = `muid,sender,text,sentAt,files\nm1,ann,Hi,1700000000,see below\n`;

    const { fields, records } = await unread({
      kind: 'messages',
      content,
      mapping: { columns, constants: sender },
    });

    expect({ fields, records }).toEqual({ fields: ['files 1'], records: 1 });
  });

  test('that no path leads to are counted, and those that are empty are not', async () => {
    const rows = [
      item('m1', { hearts: { a: 1 }, voice: null, tags: [], note: '' }),
      item('m2', { hearts: { b: 1 }, voice: { url: 'x' } }),
    ];

    const { fields } = await unread({
      kind: 'messages',
      format: 'ndjson',
      content: rows.join('\n'),
      mapping: wrapped,
    });

    expect(fields).toEqual(['Item.hearts 2', 'Item.voice 1']);
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ['the whole of it', ['Item'], []],
    ['a field', ['Item.hearts'], ['Item.voice 1']],
    ['a field inside of it', ['Item.voice.url'], ['Item.hearts 1', 'Item.voice.size 1']],
    ['both', ['Item.hearts', 'Item.voice'], []],
  ])('are decided under ignore: %s', async (_, ignore, expected) => {
    const content = item('m1', { hearts: { a: 1 }, voice: { url: 'x', size: 1 } });
    const mapping = { ...wrapped, ignore: [...ignore] };

    const found = await unread({ kind: 'messages', format: 'ndjson', content, mapping });

    expect(found.fields).toEqual(expected);
  });

  test.each<[string, string, KindMapping, readonly string[]]>([
    [
      'elements of a list after the first',
      '{"uid":"a","name":"A","pics":[{"url":"https://x.y/1","w":1},{"url":"https://x.y/2"}]}',
      { columns: { 'pics[0].url': 'avatar' } },
      ['pics[*] 1', 'pics[0].w 1'],
    ],
    [
      'fields of all elements of a list',
      '{"uid":"a","name":"A","roles":[{"title":"x","since":1},{"title":"y","since":2}]}',
      { columns: { 'roles[*].title': 'tags' } },
      ['roles[*].since 2'],
    ],
    [
      'a text where an object was expected',
      '{"uid":"a","user":"Ann"}',
      { columns: { 'user.name': 'name' }, constants: { name: 'N' } },
      ['user 1'],
    ],
    [
      'a column that a rule replaces',
      '{"uid":"a","name":"Old","first":"A","last":"B"}',
      { convert: { name: { template: '{first} {last}' } } },
      ['name 1'],
    ],
    [
      'values under more keys than are told apart',
      JSON.stringify({
        uid: 'a',
        x: {
          name: 'A',
          by: Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`k${n}`, n])),
        },
      }),
      { columns: { 'x.name': 'name', 'x.by.k0': 'metadata.k' } },
      ['x.by.* 39'],
    ],
    [
      'keys that have to be quoted',
      '{"uid":"a","x":{"name":"A","a.b":1,"*":2}}',
      { columns: { 'x.name': 'name' } },
      ['x["*"] 1', 'x["a.b"] 1'],
    ],
    ['nothing where all columns are read', '{"uid":"a","name":"A","metadata":{"b":1}}', {}, []],
  ])('%s', async (_, content, mapping, expected) => {
    expect((await unread({ format: 'ndjson', content, mapping })).fields).toEqual(expected);
  });

  test('of JSON in cells', async () => {
    const content = 'uid,more\na,"{""name"":""A"",""age"":1}"\nb,"{""name"":""B""}"\n';
    const mapping = { columns: { 'more.name': 'name' } };

    expect((await unread({ content, mapping })).fields).toEqual(['more.age 1']);
  });

  test('of rows that a filter leaves out are not counted', async () => {
    const rows = [item('m1', { hearts: 1 }), item('m2', { hearts: 1, gone: true })];
    const content = rows.join('\n');
    const mapping = { ...wrapped, only: { 'Item.gone': { not: true } } };

    const found = await unread({ kind: 'messages', format: 'ndjson', content, mapping });

    expect(found.fields).toEqual(['Item.hearts 1']);
  });
});

describe('records inside of rows', () => {
  test('of which only other fields than the text are read are rejected', async () => {
    const ticket = {
      id: 't1',
      source: { id: 's1', by: 'ann', text: 'Where is my order?' },
      last: { id: 'p9', by: 'ann', text: 'A copy' },
      parts: [{ id: 'p1', by: 'bob', text: 'On its way', at: 1_700_000_000 }],
    };
    const groups: KindMapping = {
      rows: 'tickets[*]',
      columns: { id: 'guid', 'source.by': 'owner', 'last.id': 'metadata.last' },
      constants: { name: 'Ticket', type: 'private' },
    };
    const messages: KindMapping = {
      rows: 'tickets[*].parts[*]',
      columns: { id: 'muid', by: 'sender', at: 'sentAt', '^.id': 'receiver' },
    };

    const content = JSON.stringify({ tickets: [ticket] });
    const readings = [
      { kind: 'groups', mapping: groups },
      { kind: 'messages', mapping: messages },
    ] as const;
    const { fields, rows } = await document(content, readings);

    expect(rows).toEqual(['1 tickets[*].source']);
    expect(fields).toEqual(['tickets[*].last.by 1', 'tickets[*].last.text 1']);
  });

  test('that nothing reads are rejected, at any depth', async () => {
    const deep = reply('r1', { replies: [reply('r2', { replies: [reply('r3')] })] });
    const rows = [item('m1', {}), item('m2', { replies: [deep, reply('r4')] })];

    const found = await unread({
      kind: 'messages',
      format: 'ndjson',
      content: rows.join('\n'),
      mapping: wrapped,
    });

    expect(found).toMatchObject({
      records: 2,
      fields: [],
      rows: [
        '2 Item.replies[*]',
        '2 Item.replies[*].replies[*]',
        '2 Item.replies[*].replies[*].replies[*]',
        '2 Item.replies[*]',
      ],
    });
  });

  test.each<[string, object, readonly string[], readonly string[]]>([
    ['under a key', { source: reply('s') }, ['1 Item.source'], []],
    ['under keys of an object', { all: { x: reply('s') } }, ['1 Item.all.x'], ['Item.all 1']],
    [
      'that are copies',
      { lastMessage: reply('s'), quoted: reply('q') },
      [],
      ['Item.lastMessage 1', 'Item.quoted 1'],
    ],
    ['that are no messages, under a key', { device: { id: 1, ts: 2 } }, [], ['Item.device 1']],
    [
      'that are people, in a list',
      { people: [{ uid: 'ann' }, 'bob', { uid: 'cy' }] },
      ['1 Item.people[*]', '1 Item.people[*]'],
      ['Item.people 1'],
    ],
  ])('%s', async (_, more, rows, fields) => {
    const file = { kind: 'messages', format: 'ndjson', content: item('m1', more) } as const;

    expect(await unread({ ...file, mapping: wrapped })).toMatchObject({ rows, fields });
  });
});

/** Reads a document once for each of its kinds, as a plan does. */
async function document(content: string, readings: readonly KindReading[]) {
  const bytes = () => [Buffer.from(content)] as unknown as AsyncIterable<Uint8Array>;
  const otherRows = readings.flatMap(({ mapping }) => mapping.rows ?? []);
  const blocks: RecordBlock[] = [];
  for (const { kind, mapping } of readings) {
    const input = {
      file: 'f',
      kind,
      format: 'json',
      mapping,
      bytes: bytes(),
      again: bytes,
    } as const;
    for await (const block of readRecords({ ...input, otherRows, inFile: readings }, rules))
      blocks.push(block);
  }
  return accountOf(blocks);
}

const room = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, reply(id)]));
const inRoom = (rows: string, more: KindMapping = {}): KindReading => ({
  kind: 'messages',
  mapping: {
    rows,
    columns: { $key: 'muid', u: 'sender', ts: 'sentAt' },
    constants: sender,
    ignore: ['id'],
    ...more,
  },
});

describe('rows of a document', () => {
  const tree = JSON.stringify({
    exported: 'now',
    rooms: { r1: room('a', 'b'), r2: room('c', 'd'), r3: room('e'), empty: {} },
    team: { name: 'acme', size: 3 },
  });

  test('in branches beside those that are read', async () => {
    const found = await document(tree, [inRoom('rooms.r1.*')]);

    expect(found).toEqual({
      records: 2,
      rows: ['1 rooms.r2.*', '1 rooms.r2.*', '1 rooms.r3.*'],
      fields: ['exported 1', 'team 1'],
      marked: [],
    });
  });

  test('are counted once, by the reading that is next to them', async () => {
    const found = await document(tree, [inRoom('rooms.r1.*'), inRoom('rooms.r3.*')]);

    expect(found).toMatchObject({ records: 3, rows: ['1 rooms.r2.*', '1 rooms.r2.*'] });
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ['their place', ['rooms.r2.*', 'rooms.r3.*'], []],
    ['what holds them', ['rooms.r2', 'rooms.r3'], []],
    ['one of them', ['rooms.r2'], ['1 rooms.r3.*']],
  ])('are decided under ignore: %s', async (_, ignore, rows) => {
    const found = await document(tree, [inRoom('rooms.r1.*', { ignore: ['id', ...ignore] })]);

    expect(found.rows).toEqual(rows);
  });

  test('are none where the path reaches all', async () => {
    const found = await document(tree, [
      inRoom('rooms.*.*', { ignore: ['id', 'exported', 'team'] }),
    ]);

    expect(found).toMatchObject({ records: 5, rows: [], fields: [] });
  });

  test.each<[string, object, readonly string[], readonly string[]]>([
    ['a list', { pins: [{ a: 1 }, { a: 2 }] }, ['1 pins[*]', '1 pins[*]'], []],
    [
      'a list in an object',
      { config: { x: { list: [{ a: 1 }], y: 1 } } },
      ['1 config.x.list[*]'],
      ['config.x 1'],
    ],
    [
      'lists in a list',
      { tables: [[{ a: 1 }], [{ a: 2 }, 3]] },
      ['1 tables[*][*]', '1 tables[*][*]'],
      ['tables[*] 1'],
    ],
    [
      'objects that are alike',
      { users: { u1: { n: 1 }, u2: { n: 2 } } },
      ['1 users.*', '1 users.*'],
      [],
    ],
    [
      'objects that are not',
      { config: { x: { a: 1 }, y: { b: 1 } } },
      [],
      ['config.x 1', 'config.y 1'],
    ],
    ['a message in a place of its own', { source: reply('s') }, ['1 source'], []],
    ['a copy of a message', { last_message: reply('s') }, [], ['last_message 1']],
    ['values', { a: 1, b: null, c: '', d: ['x', 'y'], e: {}, f: [] }, [], ['a 1', 'd 1']],
    [
      'a large object',
      {
        big: Object.fromEntries(
          Array.from({ length: 500 }, (_, n) => [`k${n}`, { v: 'x'.repeat(600) }]),
        ),
      },
      Array.from({ length: 500 }, () => '1 big.*'),
      [],
    ],
  ])('%s', async (_, more, rows, fields) => {
    const content = JSON.stringify({ ...more, posts: room('a') });

    const found = await document(content, [inRoom('posts.*')]);

    expect(found).toMatchObject({ records: 1, rows, fields });
  });

  test('around rows are those of the kind that has them', async () => {
    const content = JSON.stringify({
      channels: [
        {
          id: 'c1',
          name: 'One',
          topic: { text: 'x', by: 'y' },
          posts: [reply('a')],
          pins: [{ of: 'a' }],
        },
      ],
    });
    const groups: KindReading = {
      kind: 'groups',
      mapping: {
        rows: 'channels[*]',
        columns: { id: 'guid', 'topic.text': 'metadata.topic' },
        constants: { type: 'public' },
        ignore: ['pins'],
      },
    };
    const messages = inRoom('channels[*].posts[*]', {
      columns: { id: 'muid', u: 'sender', ts: 'sentAt', '^.id': 'receiver' },
    });

    expect(await document(content, [groups, messages])).toMatchObject({
      records: 2,
      rows: [],
      fields: ['channels[*].topic.by 1'],
    });
    expect(await document(content, [messages])).toMatchObject({
      records: 1,
      rows: ['1 channels[*].pins[*]'],
      fields: ['channels[*].name 1', 'channels[*].topic 1'],
    });
  });

  test.each<[string, string]>([
    ['a list', JSON.stringify([{ id: 'c1', name: 'One', hue: 1, people: ['ann', 'bob'] }])],
    ['under the name of their kind', '{"groups":[{"id":"c1","name":"One","people":["ann"]}]}'],
  ])(
    'around rows are those of a kind whose rows are the whole document: %s',
    async (_, content) => {
      const groups: KindReading = {
        kind: 'groups',
        mapping: { columns: { id: 'guid' }, constants: { type: 'public' }, ignore: ['hue'] },
      };
      const rows = content.startsWith('[') ? '[*].people[*]' : 'groups[*].people[*]';
      const members: KindReading = {
        kind: 'members',
        mapping: { rows, columns: { '.': 'uid', '^.id': 'guid' } },
      };

      for (const readings of [
        [groups, members],
        [members, groups],
      ])
        expect(await document(content, readings)).toMatchObject({ rows: [], fields: [] });
    },
  );

  test('in lines, each of which is a document', async () => {
    const lines = [{ posts: [reply('a')] }, { posts: [reply('b')], old: [reply('c')] }];
    const content = lines.map((line) => JSON.stringify(line)).join('\n');
    const { mapping } = inRoom('posts[*]', { columns: { id: 'muid', u: 'sender', ts: 'sentAt' } });

    expect(await unread({ kind: 'messages', format: 'ndjson', content, mapping })).toMatchObject({
      records: 2,
      rows: ['2 old[*]'],
    });
  });
});

test('lists with a word that marks, and marks that only marked rows have, are counted', async () => {
  const rows = [
    { uid: 'a', name: 'N', flags: ['seen', 'deleted'], removed: true },
    { uid: 'b', name: 'N', flags: ['seen'] },
    { uid: 'c', name: 'N', flags: [] },
  ];
  const content = rows.map((row) => JSON.stringify(row)).join('\n');

  const mapping = { ignore: ['flags', 'removed'] };
  const { marked } = await unread({ kind: 'users', format: 'ndjson', content, mapping });
  const left = { only: { flags: { not: ['deleted'] } }, ignore: ['removed'] };
  const kept = await unread({ kind: 'users', format: 'ndjson', content, mapping: left });

  expect(marked).toEqual(['flags=deleted: 1, 1', 'removed=true: 1, 0']);
  expect(kept).toMatchObject({ records: 2, marked: [] });
});

test.each<[string, readonly unknown[], string | undefined]>([
  ['is_del', [0, 1, 1], 'is_del=1: 2, 1'],
  ['del_flag', ['f', 't'], 'del_flag=t: 1, 1'],
  ['deletedAt', [null, '2024-01-01'], 'deletedAt=2024-01-01: 1, 1'],
  ['recalled', [false, true], 'recalled=true: 1, 1'],
  ['status', ['seen', 'deleted', 'unseen'], 'status=deleted: 1, 2'],
  ['part_type', ['comment', 'note'], 'part_type=note: 1, 1'],
  ['visibility', ['public', 'internal'], 'visibility=internal: 1, 1'],
  ['Löschstatus', ['nein', 'ja'], 'Löschstatus=ja: 1, 1'],
  ['supprimé', ['non', 'oui'], 'supprimé=oui: 1, 1'],
  ['estado', ['visto', 'eliminado'], 'estado=eliminado: 1, 1'],
  ['статус', ['видно', 'удалено'], 'статус=удалено: 1, 1'],
  ['deleted_status', ['active', 'deleted'], 'deleted_status=deleted: 1, 1'],
  ['deleted_by', ['', 'ann'], 'deleted_by=ann: 1, 1'],
  ['public', [true, false], 'public=false: 1, 1'],
  ['sichtbar', ['ja', 'nein'], 'sichtbar=nein: 1, 1'],
  ['status', ['seen', 'unseen'], 'status=: 0, 2'],
  ['sender_internal_id', [1, 2], undefined],
  ['mode', ['a', 'b'], 'mode=: 0, 2'],
  ['color', ['deleted', 'b'], undefined],
])(
  'a column that marks rows and is only ignored is counted: %s %j',
  async (name, values, expected) => {
    const rows = values.map((value, index) => ({ uid: `u${index}`, name: 'N', [name]: value }));
    const mapping = { ignore: [name] };
    const csv = `uid,name,${name}\n${values.map((value, index) => `u${index},N,${value === null ? '' : `${value as string | number | boolean}`}`).join('\n')}\n`;

    for (const file of [
      { format: 'ndjson', content: rows.map((row) => JSON.stringify(row)).join('\n') },
      { content: csv },
    ] as const)
      expect((await unread({ ...file, mapping })).marked).toEqual(
        expected === undefined ? [] : [expected],
      );
    const decided = { ignore: [name], only: { [name]: { not: ['nothing'] } } };
    expect((await unread({ content: csv, mapping: decided })).marked).toEqual([]);
  },
);
