import type { KindMapping } from '@chatferry/parsers';
import { expect, test } from 'vitest';
import { isPath, parsePath, valueAt } from '../src/mapping/source-path.ts';
import { type File, read, refusals } from './reading.ts';

const row = {
  a: { b: 1, 'x.y': 2, list: [{ n: 'one' }, { n: 'two', deep: [{ m: 1 }, { m: 2 }] }, {}] },
  'a.b': 'exact',
};

test.each([
  ['a.b', 1],
  ["a['x.y']", 2],
  ['a["x.y"]', 2],
  ['a.list.0.n', 'one'],
  ['a.list[1].n', 'two'],
  ['a.list[*].n', ['one', 'two']],
  ['a.list[*].deep[*].m', [1, 2]],
  ['a.list[*].deep', [[{ m: 1 }, { m: 2 }]]],
  ["['a.b']", 'exact'],
  ['a.nothing.at.all', undefined],
  ['a.b.length', undefined],
  ['a.constructor', undefined],
  ['a[*].b', undefined],
])('%s leads to %j', (path, value) => {
  expect(valueAt(row, parsePath(path).steps)).toEqual(value);
});

test.each(['Name (short)', 'a..b', '.a', 'a.', 'Name [x]', '^', 'a b'])(
  '%j is the name of a column',
  (name) => {
    expect(isPath(name)).toBe(false);
  },
);

const mapping: File['mapping'] = {
  columns: {
    '_id.value': 'uid',
    'profile.display_name': 'name',
    'profile.photos[0].url': 'avatar',
    'roles[*].title': 'tags',
    'created.at': 'createdAt',
  },
};

test('paths lead into the objects and lists of JSON', async () => {
  const content = JSON.stringify([
    {
      _id: { value: 'u1' },
      profile: { display_name: 'Ann', photos: [{ url: 'https://a.org/1.png' }] },
      roles: [{ title: 'admin' }, { title: 'dj' }],
      created: { at: '2024-05-01T10:00:00Z' },
    },
    { _id: { value: 'u2' }, profile: { display_name: 'Bob' }, roles: [] },
  ]);

  const outcome = await read({ format: 'json', content, mapping });

  expect(outcome.rejected).toEqual([]);
  expect(outcome.records).toEqual([
    {
      line: 1,
      id: 'u1',
      record: {
        uid: 'u1',
        name: 'Ann',
        avatar: 'https://a.org/1.png',
        tags: ['admin', 'dj'],
        createdAt: 1_714_557_600,
      },
    },
    { line: 1, id: 'u2', record: { uid: 'u2', name: 'Bob' } },
  ]);
});

test('a column of exactly that name wins', async () => {
  const columns = { 'profile.name': 'name' };
  const csv = await read({ content: 'uid,profile.name\nu1,Ann\n', mapping: { columns } });
  const ndjson = await read({
    format: 'ndjson',
    content: '{"uid":"u1","profile.name":"Ann","profile":{"name":"not this one"}}',
    mapping: { columns },
  });

  for (const { records } of [csv, ndjson])
    expect(records.map(({ record }) => record)).toEqual([{ uid: 'u1', name: 'Ann' }]);
});

test('in CSV a path leads into a cell that holds JSON', async () => {
  const outcome = await read({
    content: 'uid,profile\nu1,"{""name"":""Ann""}"\nu2,\nu3,not JSON\n',
    mapping: { columns: { 'profile.name': 'name' } },
  });

  expect(outcome.records.map(({ record }) => record)).toEqual([{ uid: 'u1', name: 'Ann' }]);
  expect(refusals(outcome)).toEqual(['3 missing-field', '4 bad-json-cell', '4 missing-field']);
});

test('a field that a path leads into is still carried over itself', async () => {
  const { records } = await read({
    format: 'ndjson',
    content: '{"uid":"u1","metadata":{"name":"Ann","plan":"pro"}}',
    mapping: { columns: { 'metadata.name': 'name' } },
  });

  expect(records[0]!.record).toEqual({
    uid: 'u1',
    name: 'Ann',
    metadata: { name: 'Ann', plan: 'pro' },
  });
});

test('a key that nothing names is still reported', async () => {
  const outcome = await read({
    format: 'ndjson',
    content: '{"_id":{"value":"u1"},"profile":{"display_name":"Ann"},"nick":"A"}',
    mapping,
  });

  expect(refusals(outcome)).toEqual(['1 unknown-field']);
  expect(outcome.rejected[0]!.problems[0]).toMatchObject({ field: 'nick' });
});

const message = {
  muid: 'm1',
  sender: 'a',
  receiverType: 'user',
  receiver: 'b',
  sentAt: '1700000000',
};

test('an attachment is made from flat columns, and the rest of it from its address', async () => {
  const columns = { url: 'data.attachments.0.url', size: 'data.attachments.0.size' };
  const head = 'muid,sender,receiverType,receiver,sentAt,text,url,size\n';
  const rest = Object.values(message).slice(1).join();
  const outcome = await read({
    kind: 'messages',
    content: `${head}m1,${rest},,https://a.org/f/My%20cat.PNG?x=1,12\nm2,${rest},Hi,,\nm3,${rest},Look,https://a.org/report,\n`,
    mapping: { columns },
  });

  expect(outcome.rejected).toEqual([]);
  expect(outcome.records.map(({ record: { type, data } }) => ({ type, data }))).toEqual([
    {
      type: 'image',
      data: {
        attachments: [
          {
            url: 'https://a.org/f/My%20cat.PNG?x=1',
            size: '12',
            name: 'My cat.PNG',
            extension: 'png',
            mimeType: 'image/png',
          },
        ],
      },
    },
    { type: 'text', data: { text: 'Hi' } },
    {
      type: 'file',
      data: {
        text: 'Look',
        attachments: [
          {
            url: 'https://a.org/report',
            name: 'report',
            extension: 'bin',
            mimeType: 'application/octet-stream',
          },
        ],
      },
    },
  ]);
});

test('numbers too long for JavaScript keep their digits as ids', async () => {
  const { records } = await read({
    format: 'ndjson',
    content: '{"user":{"id":12345678901234567890},"name":"Ann"}',
    mapping: { columns: { 'user.id': 'uid' } },
  });

  expect(records.map(({ id }) => id)).toEqual(['12345678901234567890']);
});

test('the problem contains the value that the file has', async () => {
  const outcome = await read(
    {
      format: 'ndjson',
      content: '{"uid":"u1","name":"Ann","seen":{"at":1700000000000}}',
      mapping: { columns: { 'seen.at': 'createdAt' } },
    },
    { cleaning: { badOptional: 'reject' } },
  );

  expect(outcome.rejected[0]!.problems).toMatchObject([
    { code: 'milliseconds', field: 'createdAt', value: '1700000000000' },
  ]);
});

test('a number that is no id is no text where no column is named', async () => {
  const content = '{"uid":4711,"name":17}\n';

  expect(refusals(await read({ content, format: 'ndjson' }))).toEqual(['1 wrong-type']);
  const convert = { role: { prefix: 'x-' } };
  const other = await read({ content, format: 'ndjson', mapping: { convert } });
  expect(refusals(other)).toEqual(['1 wrong-type']);
});

test.each<[string, object, KindMapping, string | undefined]>([
  [
    'columns',
    { nick: 'Ann', full: 'Ann Lee' },
    { columns: { nick: 'name', full: 'name' } },
    'name',
  ],
  ['a column and a key', { name: 'Ann', full: 'Ann Lee' }, { columns: { full: 'name' } }, 'name'],
  [
    'paths',
    { name: 'N', a: { x: 1 }, b: { x: 2 } },
    { columns: { 'a.x': 'metadata.x', 'b.x': 'metadata.x' } },
    'metadata.x',
  ],
  [
    'columns inside of a field',
    { name: 'N', a: 1, b: 2 },
    { columns: { a: 'metadata.x', b: 'metadata.x' } },
    'metadata.x',
  ],
  [
    'the same value',
    { nick: 'Ann', full: 'Ann' },
    { columns: { nick: 'name', full: 'name' } },
    undefined,
  ],
  [
    'one of them empty',
    { nick: 'Ann', full: null },
    { columns: { nick: 'name', full: 'name' } },
    undefined,
  ],
  [
    'a column, and the object that it goes into',
    { name: 'N', metadata: { x: 1 }, a: 2 },
    { columns: { a: 'metadata.x' } },
    undefined,
  ],
])('two values for one field are refused: %s', async (_, fields, own, field) => {
  const content = JSON.stringify({ uid: 'u', ...fields });

  const { rejected, dropped } = await read({ format: 'ndjson', content, mapping: own });

  const found = [...rejected.flatMap(({ problems }) => problems), ...dropped];
  expect(found.map((each) => [each.code, each.field])).toEqual(
    field === undefined ? [] : [['two-values', field]],
  );
});
