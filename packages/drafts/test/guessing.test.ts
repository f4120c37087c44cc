import { describe, expect, test } from 'vitest';
import { columnsOfCells, columnsOfRows } from '../src/columns/columns-of.ts';
import { factsOf } from '../src/columns/facts-of.ts';
import { keyColumns } from '../src/columns/key-columns.ts';
import { parentColumns } from '../src/columns/parent-columns.ts';
import { timeFormOf } from '../src/columns/time-form-of.ts';
import { conceptsOf } from '../src/words/concepts-of.ts';
import { valueMapOf } from '../src/words/enum-values.ts';
import { charsetOf, decode } from '../src/sampling/charset.ts';
import { contentOf } from '../src/sampling/content-of.ts';
import { dialectOf } from '../src/sampling/dialect-of.ts';
import { jsonLists } from '../src/sampling/json-lists.ts';
import { JsonOutline } from '../src/sampling/json-outline.ts';
import { keyedAs } from '../src/sampling/keyed-rows.ts';
import { stepTo } from '../src/sampling/step-to.ts';
import { tablesByType } from '../src/tables/tables-by-type.ts';

describe('times', () => {
  test.each([
    [['1700000000', '1700000001'], { form: undefined, hasZone: true }],
    [['1700000000.001200'], { form: undefined, hasZone: true }],
    [['1700000000000', '1700000001000'], { form: 'milliseconds' }],
    [['1700000000000000'], { form: 'microseconds' }],
    [['Tue, 14 Nov 2023 22:13:20 +0000'], { form: 'rfc2822', hasZone: true }],
    [['Tue Nov 14 22:13:20 +0000 2023'], { form: 'EEE MMM dd HH:mm:ss ZZZ yyyy', hasZone: true }],
    [
      ['Tuesday, November 14, 2023 at 10:13:20 PM UTC'],
      { form: "EEEE, MMMM d, yyyy 'at' h:mm:ss a z", hasZone: true },
    ],
    [
      ['Tuesday, November 14, 2023 at 10:13:20\u202fPM UTC'],
      { form: "EEEE, MMMM d, yyyy 'at' h:mm:ss\u202fa z" },
    ],
    [['2023-11-14T22:13:20Z'], { form: undefined, hasZone: true }],
    [['2023-11-14 22:13:20'], { form: undefined, hasZone: false }],
    [['2023-11-14 22:13:20Z', '2023-11-14 22:13:20'], { form: undefined, hasZone: false }],
    [['2023-11-14T22:13:20Z', '1700000000000', '1700000000'], { form: 'mixed', hasZone: true }],
    [['2023-11-14T22:13:20', '1700000000000'], { form: 'mixed', hasZone: false }],
    [['14.11.2023 22:13', '03.02.2023 02:13'], { form: 'dd.MM.yyyy HH:mm', hasZone: false }],
    [['1.2.23 9:05'], { form: 'd.M.yy H:mm' }],
    [['13/04/2023 10:00', '01/02/2023 11:30'], { form: 'dd/MM/yyyy HH:mm' }],
    [['04/13/2023 9:00 PM'], { form: 'MM/dd/yyyy h:mm a' }],
    [['14 Nov 2023 22:13'], { form: 'd MMM yyyy HH:mm' }],
    [['20231114221320'], { form: 'yyyyMMddHHmmss' }],
    [['22:13', '09:01'], { form: 'HH:mm', parts: 'clock' }],
    [['14.11.2023'], { form: 'dd.MM.yyyy', parts: 'date' }],
    [['Nov 14, 2023', 'Dec 1, 2023'], { form: 'MMM d, yyyy', parts: 'date' }],
    [['9:00PM'], { form: 'h:mma', parts: 'clock' }],
    [['22:13', '9:05'], { form: 'H:mm', parts: 'clock' }],
    [['2023/11/14 22:13'], { form: 'yyyy/MM/dd HH:mm' }],
    [['14/1/2023'], { form: 'd/M/yyyy' }],
  ])('%j', (values, form) => {
    expect(timeFormOf(values)).toMatchObject(form);
  });

  test('day and month that cannot be told apart are a doubt', () => {
    expect(timeFormOf(['03/04/2023 10:00', '05/06/2023 11:00'])?.doubt).toContain('MM/dd/yyyy');
    expect(timeFormOf(['03.04.2023 10:00'])?.doubt).toBeUndefined();
  });

  test.each([
    [[]],
    [['17', '18']],
    [['5551234567', '12']],
    [['31.13.2023x']],
    [['2023']],
    [['13/13/2023']],
    [['45.11.2023']],
    [['14.11.2023 22:13', '14.11.2023T22:13']],
  ])('%j are none', (values) => {
    expect(timeFormOf(values)).toBeUndefined();
  });

  test('a few damaged values do not hide the others', () => {
    const values = [...Array(30).keys()].map((index) => `2023-11-14T22:13:${10 + index}Z`);

    expect(factsOf([...values, 'unknown'], 0).time?.hasZone).toBe(true);
  });
});

test('0 and -1 among times are none, and one time among words is no column of times', () => {
  const times = ['1700000000', '1700000001', '0', '-1'];

  expect(factsOf(times, 0).time?.hasZone).toBe(true);
  expect(factsOf(['2023-11-14', 'so on', 'later', 'at noon!'], 0).time).toBeUndefined();
});

test('the facts of a column', () => {
  expect(factsOf([], 3)).toMatchObject({ isUnique: false, empty: 3 });
  expect(factsOf(['ann@x.org'], 0)).toMatchObject({ email: 1, path: 0 });
  const texts = Array.from({ length: 60 }, (_, index) => `Hello ${index}`);
  expect(factsOf([...texts, '<p>Hi</p>', '<b>Hi</b>'], 0).markup).toEqual(['html']);
  const hashes = Array.from({ length: 9 }, (_, index) => `${index}`.repeat(64));
  expect(factsOf([...hashes, 'none'], 0).isSecret).toBe(true);
});

test('a cell with a null is empty', () => {
  const [column] = columnsOfCells(['id'], [['1'], ['NULL'], ['']], ['NULL']);

  expect(column).toMatchObject({ cells: ['1', undefined, undefined], facts: { empty: 2 } });
});

test('a list is one column, and its first value stands for the row', () => {
  const rows = [{ tags: ['a', 'b'], files: [{ url: 'x' }] }, { tags: ['c'] }];

  expect(columnsOfRows(rows)).toMatchObject([
    { name: 'tags', isRepeated: true, cells: ['a', 'c'] },
    { name: 'files[0].url', label: 'files.url', isRepeated: true, cells: ['x'] },
  ]);
});

test('of two keys around a row the inner one is its own', () => {
  const keys = ['m1', 'room1'].map((value) => ({ of: 'posts', values: [value] }));
  const list = {
    path: 'posts.*.*',
    key: 'posts',
    rows: [],
    parents: [],
    parentKey: undefined,
    document: undefined,
  };

  expect(keyColumns({ ...list, keys })).toMatchObject([
    { name: '$key', label: 'posts id', root: '$key', cells: ['m1'] },
    { name: '^.$key', label: '', root: undefined, cells: ['room1'] },
  ]);
});

test.each([
  ['chats[*].messages', 'chats', 'chats id'],
  ['convos[*].messages', 'convos', 'group id'],
  ['people[*].messages', 'people', 'people id'],
  ['posts[*].reactions', 'posts', 'message id'],
])('the id around %s is the one of its parent', (rows, parentKey, label) => {
  const parents = [{ id: 1, messages: [{ text: 'Hi' }], tags: ['a'] }];

  expect(parentColumns(parents, parentKey, rows)).toMatchObject([{ name: '^.id', label }]);
});

test.each([
  ['rooms[*].members[*]', ['^.id', '^.info.id']],
  ['rooms[*].info.members[*]', ['^.^.id', '^.id']],
  ['[*].info.members[*]', ['^.^.id', '^.id']],
  ['rooms.*.info.members.*', ['^.^.id', '^.id']],
  ['rooms[*].info.more.members[*]', ['^.^.^.id', '^.^.id']],
])('the ids around %s are %j, counted in objects', (rows, names) => {
  const columns = parentColumns([{ id: 1, info: { id: 2 } }], 'rooms', rows);

  expect(columns.map(({ name }) => name)).toEqual(names);
});

test.each([
  ['user_id', ['user', 'id']],
  ['createdAt', ['created']],
  ['lastseenat', ['active']],
  ['Benutzername', ['login']],
  ['Nachrichtentext', ['message', 'text']],
  ['Expéditeur', ['sender']],
  ['Date d’envoi', ['time', 'sent']],
  ['fecha_envio', ['time', 'sent']],
  ['Remetente', ['sender']],
  ['geloescht', ['deleted']],
  ['anhang_groesse', ['path', 'size']],
  ['reply_to', ['parent']],
  ['reply_to_id', ['parent', 'id']],
  ['responde_a', ['parent']],
  ['in_response_to_tweet_id', ['parent', 'message', 'id']],
  ['fecha_baja', ['time', 'deleted']],
  ['Von', ['sender']],
  ['An', ['receiver']],
  ['_id', ['id']],
  ['authorization', []],
])('the words of %s mean %j', (name, concepts) => {
  expect(conceptsOf(name).concepts).toEqual(concepts);
});

test.each([
  [
    'scope',
    ['owner', 'Mitglied', 'Modérateur'],
    { owner: 'admin', Mitglied: 'participant', Modérateur: 'moderator' },
    [],
  ],
  [
    'scope',
    ['channel_admin', 'room-member'],
    { channel_admin: 'admin', 'room-member': 'participant' },
    [],
  ],
  ['type', ['öffentlich', 'P', 'whatever'], { öffentlich: 'public', P: 'private' }, ['whatever']],
  ['messageType', ['TXT', 'voice_note'], { TXT: 'text', voice_note: 'audio' }, []],
  ['receiverType', ['dm', 'channel'], { dm: 'user', channel: 'group' }, []],
])('words of %s', (field, values, map, unknown) => {
  expect(valueMapOf(field, values)).toEqual({ values: map, unknown });
});

test.each([
  ['bcrypt', '$2y$10$PlbVfPYl9mBvRrSCZ9Uqz.aB8Pp1YfGdA7w0sKQhFpr0AqE3o5S3e'],
  ['phpass', '$H$9PE7cVHMBXjV8dzJ4UkfZ0m0c7tVYe0'],
  ['a JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig'],
  ['SHA-256', 'a'.repeat(64)],
])('%s is a secret', (_, value) => {
  expect(factsOf([value], 0).isSecret).toBe(true);
});

test.each([
  ['61d0a1f0c2a4e80012ab0001'],
  ['0f8fad5b-d9cb-469f-a165-70867728950e'],
  ['Ann Lee'],
  ['1700000000'],
])('%s is no secret', (value) => {
  expect(factsOf([value], 0).isSecret).toBe(false);
});

function encodingOf(bytes: Buffer, encoding?: string): string {
  return charsetOf({ head: bytes, pieces: [], isWhole: true }, encoding).encoding;
}

describe('the encoding', () => {
  test('a character that is cut by the end of the sample is none of another encoding', () => {
    const head = Buffer.from('Zoë').subarray(0, 3);

    expect(charsetOf({ head, pieces: [], isWhole: false }).encoding).toBe('utf-8');
  });

  test('letters may be beyond the beginning only', () => {
    const pieces = [Buffer.from('Jörg Müller, Änne Groß', 'latin1')];

    expect(charsetOf({ head: Buffer.from('id,name'), pieces, isWhole: false }).encoding).toBe(
      'windows-1252',
    );
  });

  test.each([
    ['utf-16be', Buffer.from('name,login', 'utf16le').swap16()],
    ['utf-8', Buffer.from('Jörg; Zoë; 日本')],
    ['utf-8', Buffer.concat([Buffer.from('Jörg Müller und Änne '), Buffer.from([0xff])])],
    ['utf-16le', Buffer.from('\uFEFFname', 'utf16le')],
    ['utf-16le', Buffer.from('name,login', 'utf16le')],
    ['windows-1252', Buffer.from('Jörg Müller, Änne Groß', 'latin1')],
    ['windows-1251', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])],
    ['macintosh', Buffer.from([0x4a, 0x9a, 0x72, 0x67, 0x20, 0x4d, 0x9f, 0x6c, 0x20, 0x8a])],
  ])('%s', (encoding, bytes) => {
    expect(encodingOf(bytes)).toBe(encoding);
  });

  test('the one that the user named is taken for what is not Unicode', () => {
    expect(encodingOf(Buffer.from([0x4a, 0xf6]), 'windows-1250')).toBe('windows-1250');
    expect(encodingOf(Buffer.from('Jö'), 'windows-1250')).toBe('utf-8');
    expect(decode(Buffer.from([0xf6]), 'windows-1252')).toBe('ö');
  });
});

describe('the dialect', () => {
  test.each([
    ['a,b\n1,2\n', { delimiter: ',', header: true }],
    ['a;b\n1,5;2\n2,5;3\n', { delimiter: ';', header: true }],
    ['a\tb\n1\t2\n', { delimiter: '\t' }],
    ["id;name\n1;'Lee; Ann'\n2;'Roe; Bob'\n", { quote: "'" }],
    ['"1","a \\"b\\", c"\n"2",\\N\n', { escape: 'backslash', header: false, nulls: ['\\N'] }],
    ['id,name\n1,"a ""b"", c"\n', { escape: 'doubled' }],
    ['id,name,seen\n1,Ann,NULL\n2,Bob,1700000000\n', { nulls: ['NULL'] }],
    ['id,name\n1,Ann\n2,NULL\n', { nulls: [] }],
    ['# made by x\nid,name\n1,Ann\n', { comment: '#' }],
    [
      'Members of the forum\nid;name\n17;Ann\n18;Bob\n',
      { skipLines: 1, delimiter: ';', header: true },
    ],
    ['17,Ann Lee,2023-11-14 22:13:20\n18,Bob,2023-11-15 22:13:20\n', { header: false }],
    ['Nachname;Vorname\nLee;Ann\n', { header: true }],
    ['id,name\n1,Ann\n2,None\n', { nulls: [] }],
    ['id,a,b\n1,None,Ann\n2,Bob,None\n', { nulls: ['None'] }],
    ['id\tname\tbio\n1\tAnn\t\\N\n', { escape: 'copy', nulls: ['\\N'] }],
    ['made by x\nat y\nid;name\n17;Ann\n18;Bob\n', { skipLines: 2, regular: 1 }],
    [
      'sep=;\nid;name\n17;Lee, Ann\n18;Bob\n',
      { skipLines: 0, delimiter: ';', header: true, regular: 1 },
    ],
    ['sep=~\nid~name\n17~Ann\n18~Bob\n', { delimiter: '~', header: true, first: ['id', 'name'] }],
    [
      '\uFEFFid,name\n17,Ann\n\uFEFFid,name\n18,Bob\n',
      {
        first: ['id', 'name'],
        rows: [
          ['17', 'Ann'],
          ['18', 'Bob'],
        ],
      },
    ],
    ['17,,\n18,Ann,\n', { header: false }],
    ['user,,\nann,x,\nbob,,\n', { header: false }],
    ["id,name,x\n1,'Lee, Ann',\\N\n2,'Roe\\\\, Bob',\\N\n", { quote: "'", escape: 'doubled' }],
  ])('%j', (text, dialect) => {
    expect(dialectOf([text])).toMatchObject(dialect);
  });
});

test.each([
  ['export.json', '{"users":[', { format: 'json' }],
  ['users.json', '{"_id":1}\n{"_id":2}\n', { format: 'ndjson' }],
  ['users.json', '{"_id":1}\n', { format: 'json' }],
  ['users.ndjson', '{"_id":1}\n', { format: 'ndjson' }],
  ['users.txt', 'id;name\n1;Ann\n', { format: 'csv' }],
  [
    'a.csv',
    'SQLite format 3\0',
    { unreadable: expect.stringContaining('SQLite') as string, database: 'sqlite' },
  ],
  [
    'a.sql',
    '-- MySQL dump\nCREATE TABLE users (\n',
    { unreadable: expect.stringContaining('SQL') as string, database: 'dump' },
  ],
  ['a.xlsx', 'PK\u0003\u0004', { unreadable: expect.stringContaining('workbook') as string }],
  ['a.xml', '<?xml version="1.0"?>', { unreadable: expect.stringContaining('XML') as string }],
  ['a.csv', ' \n', { unreadable: 'empty' }],
  [
    'a.sql',
    '/*!40101 SET NAMES utf8 */;\n',
    { unreadable: expect.stringContaining('SQL') as string, database: 'dump' },
  ],
  ['users.bson', '\u0016\0\0\0', { format: 'bson' }],
  ['users.dump', '\u0008\0\0\0\na\0\0', { format: 'bson' }],
  ['dump.gz', 'm\u00e2\u0099\u0081\0', { format: 'mongo-archive' }],
  ['users.metadata.json', '{}', { unreadable: expect.stringContaining('indexes') as string }],
  [
    '_chat.txt',
    '[31.12.23, 21:41:05] Ann: Hi, you\n[31.12.23, 21:42:00] Bob: fine, thanks\n',
    { unreadable: expect.stringContaining('a chat as text') as string },
  ],
  [
    'Chat.txt',
    '12/31/23, 9:41 PM - Ann: Hi there, you\n12/31/23, 9:42 PM - Bob: fine\nand you?\n',
    { unreadable: expect.stringContaining('a chat as text') as string },
  ],
  [
    'users.csv',
    `id,name\n${'1,A name of a person\n'.repeat(5)}2,A na\0me with a NUL\n`,
    { format: 'csv' },
  ],
  ['a.csv', 'id,\0', { unreadable: 'not a text file; export it as CSV or JSON' }],
])('%s with %j', (name, text, content) => {
  expect(contentOf(Buffer.from(text, 'latin1'), text, name)).toEqual(content);
});

test('a JSON document is cut down to some elements of each list, however it is cut into pieces', () => {
  const document = {
    users: [...Array(2000).keys()].map((id) => ({
      id,
      name: `U "${id}"`,
      inner: [...Array(50).keys()],
    })),
    next: { a: [null, true, -1.5e3, 'ü\n'] },
  };
  const text = JSON.stringify(document);

  for (const size of [1, 7, text.length]) {
    const outline = new JsonOutline();
    for (let at = 0; at < text.length; at += size) outline.feed(text.slice(at, at + size));

    const root = outline.documents[0] as typeof document;
    expect(outline.isBroken).toBe(false);
    expect(root.users).toHaveLength(301);
    expect({ ...root.users[3] }).toEqual({
      ...document.users[3],
      inner: document.users[3]!.inner.slice(0, 40),
    });
    expect(root.users.at(-1)!.id).toBe(1000);
    expect({ ...root.next }).toEqual(document.next);
  }
});

test.each([
  ['a null', 'id\tname\tbio\n1\tAnn\t\\N\n2\tBob\tHi\n', 'copy'],
  ['an escaped line break', 'id\tname\tbio\n1\tAnn\ta\\nb\n2\tBob\tHi\n', 'copy'],
  ['a tab and a line break that MySQL wrote', '1\tAnn\ta\\\tb\n2\tBob\tc\\\nd\n3\tCy\te\n', 'copy'],
  ['a path of Windows', 'id\tname\tbio\n1\tAnn\tC:\\new\\Xyz\n2\tBob\tHi\n', 'doubled'],
  ['a cell that ends in a backslash', 'id\tdir\tbio\n1\tD:\\\tHi\n2\tD\tHo\n', 'doubled'],
  ['quoted cells', 'id\tname\tbio\n1\t"Ann"\t\\N\n2\t"Bob"\tHi\n', 'doubled'],
  ['no backslash', 'id\tname\tbio\n1\tAnn\tHo\n2\tBob\tHi\n', 'doubled'],
])('a table with tabs and %s', (_, text, escape) => {
  const dialect = dialectOf([text]);

  expect(dialect).toMatchObject({ delimiter: '\t', escape });
  expect(dialect.rows.flat().join().includes('\\n')).toBe(text.includes('C:'));
  expect(dialect.rows.flat().includes('\\N')).toBe(text.includes('\\N'));
});

test('the rows of a document are in lists and under keys; a list of words is one only inside a row', () => {
  const lists = jsonLists({
    words: ['a', 'b'],
    rooms: [{ id: 1, tags: ['x'], members: { ann: true }, homes: { a1: hi, b2: hi } }],
    posts: { room1: { m1: hi, m2: hi }, room2: { m3: hi } },
    settings: { v1: 'dark mode', v2: 'light' },
  });

  expect(lists.map(({ path, rows, keys }) => [path, rows.length, keys])).toEqual([
    ['rooms[*]', 1, []],
    ['rooms[*].tags[*]', 1, []],
    ['rooms[*].members.*', 1, [{ of: 'members', values: ['ann'] }]],
    [
      'posts.*.*',
      3,
      [
        { of: 'posts', values: ['m1', 'm2', 'm3'] },
        { of: 'posts', values: ['room1', 'room1', 'room2'] },
      ],
    ],
  ]);
});

test.each([
  [
    [
      { type: 'user', id: 1 },
      { type: 'post', id: 2 },
      { type: 'user', id: 3 },
    ],
    ['user', 'post'],
  ],
  [
    [
      { model: 'auth.user', pk: 1 },
      { model: 'chat.message', pk: 1 },
    ],
    ['user', 'message'],
  ],
  [
    [
      { type: 'friend', id: 1 },
      { type: 'block', id: 2 },
    ],
    ['friend', 'block'],
  ],
  [
    [
      { receiver_type: 'user', id: 1 },
      { receiver_type: 'group', id: 2 },
    ],
    ['export'],
  ],
  [[{ type: 'user', id: 1 }, { type: 'post', id: 2 }, { id: 3 }], ['export']],
])('the tables of %j', (rows, labels) => {
  const columns = columnsOfRows(rows);
  const table = { file: 'a', label: 'export', rows: undefined, when: undefined, isWhole: true };
  const tables = tablesByType({ ...table, columns, rowCount: rows.length }, () => []);

  expect(tables.map(({ label }) => label)).toEqual(labels);
});

test('a long number of a document keeps its digits', () => {
  const outline = new JsonOutline();
  outline.feed('{"id":12345678901234567890,"n":12}');

  expect({ ...(outline.documents[0] as object) }).toEqual({ id: '12345678901234567890', n: 12 });
});

const hi = { text: 'Hi', from: 'ann' };

test.each([
  ['members', { ann: true, bob: 'admin' }, 1],
  ['members', { v1: 'dark mode', v2: 'two words' }, undefined],
  ['rooms', { a1: { on: true, by: 'x' }, b2: { on: false, by: 'y' } }, 1],
  ['config', { k1: { on: true }, k2: { on: false } }, undefined],
  ['rooms', { a1: [{ on: true, by: 'x' }], b2: [{ on: false, by: 'y' }] }, 2],
  // Random keys of which one reads like words, as 5 % of the keys of Firebase do.
  ['posts', { '-NqToName': hi, '-NqA4x': hi }, 1],
  ['posts', { room1: { '-NqToName': hi }, room2: { '-NqA4x': hi, '-NqFromId': hi } }, 2],
  ['messages', { team: { '-NqA': hi }, general: { '-NqB': hi }, support: { '-NqC': hi } }, 2],
  ['messages', { room1: { '-NqA': hi, '-NqB': hi } }, 2],
  ['messages', { srv1: { room1: { '-NqA': hi }, room2: { '-NqB': hi } }, srv2: { room3: {} } }, 3],
  ['messages', { 0: { 0: hi, 1: hi }, 1: { 0: hi, 1: hi } }, 2],
  ['messages', { room1: { '-NqA': hi, '-NqB': { ...hi, replies: {} } }, room2: null }, 2],
  [
    '',
    { users: { u1: { name: 'Ann', age: 3 } }, admins: { u2: { name: 'Bob', age: 4 } } },
    undefined,
  ],
  ['', { users: { u1: { name: 'Ann', age: 3 } }, posts: { m1: hi, m2: hi } }, undefined],
])('%s has levels of keys around rows: %j', (name, object, levels) => {
  expect(keyedAs(object, name, true)?.levels).toBe(levels);
});

test.each([
  ['', '.', '.'],
  ['', 'a', 'a'],
  ['a', 'b', 'a.b'],
  ['a', '*', "a['*']"],
  ['', 'x.y', "['x.y']"],
  ['a', "x.it's", `a["x.it's"]`],
])('the path from %j to %j', (from, key, to) => {
  expect(stepTo(from, key)).toBe(to);
});
