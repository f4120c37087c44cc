import { kindMapping } from '@chatferry/parsers';
import { expect, test } from 'vitest';
import { read, refusals } from './reading.ts';

const mapping = kindMapping.parse({
  columns: { user_id: ['uid', 'metadata.legacyId'], 'display name': 'name', created: 'createdAt' },
  ignore: ['password_hash'],
  constants: { role: 'member', 'metadata.source': 'old forum' },
  times: { createdAt: 'milliseconds' },
  tagSeparator: ',',
});

test('CSV columns are renamed, copied, ignored and added', async () => {
  const content =
    'user_id,display name,created,password_hash,role,tags\nada,Ada,1700000000123,x,,"a,b"\nbob,Bob,,x,admin,\n';

  const { records } = await read({ content, mapping });

  expect(records.map(({ record }) => record)).toEqual([
    {
      uid: 'ada',
      name: 'Ada',
      createdAt: 1_700_000_000,
      role: 'member',
      tags: ['a', 'b'],
      metadata: { legacyId: 'ada', source: 'old forum' },
    },
    {
      uid: 'bob',
      name: 'Bob',
      role: 'admin',
      metadata: { legacyId: 'bob', source: 'old forum' },
    },
  ]);
});

test('keys of JSON are renamed, copied, ignored and added', async () => {
  const content = JSON.stringify([
    {
      user_id: 'ada',
      'display name': 'Ada',
      created: 1_700_000_000_123,
      password_hash: 'x',
      metadata: { a: 1 },
    },
  ]);

  const { records } = await read({ format: 'json', content, mapping });

  expect(records[0]!.record).toEqual({
    uid: 'ada',
    name: 'Ada',
    createdAt: 1_700_000_000,
    role: 'member',
    metadata: { a: 1, legacyId: 'ada', source: 'old forum' },
  });
});

test('a constant makes a required column unnecessary', async () => {
  const outcome = await read({
    kind: 'groups',
    content: 'guid,name\nchess,Chess\n',
    mapping: { constants: { type: 'public' } },
  });

  expect(refusals(outcome)).toEqual([]);
});

test('unknown fields in JSON are reported row by row', async () => {
  const outcome = await read({ format: 'ndjson', content: '{"uid":"ada","nick":"Ada"}' });

  expect(refusals(outcome)).toEqual(['1 missing-field', '1 unknown-field']);
});

test.each([
  ['an unknown key', { colums: {} }],
  ['an unknown unit', { times: { createdAt: 'millis' } }],
  ['a time that is no time', { times: { birthday: 'iso' } }],
  ['a zone that does not exist', { zone: 'Europe/Atlantis' }],
  ['an encoding that does not exist', { encoding: 'utf-9' }],
  ['a delimiter of two characters', { delimiter: '::' }],
  ['a quote as the delimiter', { delimiter: '"' }],
  ['a column for no field', { columns: { user_id: [] } }],
])('%s is refused', (_, value) => {
  expect(kindMapping.safeParse(value).success).toBe(false);
});

test.each([
  { format: 'csv', content: 'uid,title\nada,Ada\n' },
  { format: 'ndjson', content: '{"uid":"ada","title":"Ada"}\n' },
] as const)(
  'a column that is renamed is read, although it is ignored, too, in $format',
  async ({ format, content }) => {
    const { records } = await read({
      format,
      content,
      mapping: { columns: { title: 'name' }, ignore: ['title'] },
    });

    expect(records.map(({ record }) => record)).toEqual([{ uid: 'ada', name: 'Ada' }]);
  },
);

test.each([
  ['columns alone', {}],
  ['a filter', { only: { state: 'sent' } }],
])('a number names the message that another one replies to: %s', async (_, more) => {
  const content =
    '{"id":2,"author":1,"target":3,"sent":1700000000,"body":"Yes","reply_to":90071992547409931,"state":"sent"}';
  const columns = {
    id: 'muid',
    author: 'sender',
    target: 'receiver',
    sent: 'sentAt',
    body: 'text',
    reply_to: 'data.metadata.parentMuid',
  };
  const numbers = kindMapping.parse({
    columns,
    constants: { receiverType: 'user' },
    ignore: ['state'],
    ...more,
  });
  const file = { kind: 'messages', format: 'ndjson', content, mapping: numbers } as const;

  const kept = await read(file);
  const prefixed = await read(file, { muidPrefix: 'old-' });
  const asReply = await read(file, { replies: 'reply' });

  const parentOf = ({ records }: typeof kept) => records[0]!.record['data'];
  expect(parentOf(kept)).toMatchObject({ metadata: { parentMuid: '90071992547409931' } });
  expect(parentOf(prefixed)).toMatchObject({ metadata: { parentMuid: 'old-90071992547409931' } });
  expect(asReply.derived).toMatchObject([{ kind: 'replies' }]);
});
