import { ObjectId, serialize } from 'bson';
import { expect, test } from 'vitest';
import type { KindMapping } from '@chatferry/parsers';
import { read, refusals } from '../reading.ts';

const mapping: KindMapping = {
  columns: { _id: 'muid', sender: 'sender', 'message.text': 'text' },
  constants: { receiverType: 'user' },
  convert: {
    receiver: { other: 'users', than: 'sender' },
    sentAt: { first: ['createdAt', '_id'] },
  },
  times: { sentAt: 'mixed' },
  only: { isDeleted: { not: ['true'] } },
};

const ids = [1, 2, 3, 4].map((index) => `65e1a72${'05af'[index - 1]!}000000000000000${index}`);

const lines = [
  `{"_id":{"$oid":"${ids[0]!}"},"users":["uA","uB"],"sender":"uA","message":{"text":"hi"},"createdAt":{"$date":"2024-03-01T10:00:00.123Z"}}`,
  `{"_id":{"$oid":"${ids[1]!}"},"users":["uA","uB"],"sender":"uB","message":{"text":"yo"},"createdAt":"1709287205000"}`,
  `{"_id":{"$oid":"${ids[2]!}"},"users":["uA","uB"],"sender":"uB","message":{"text":"x"}}`,
  `{"_id":{"$oid":"${ids[3]!}"},"users":["uA","uB"],"sender":"uA","message":{"text":"gone"},"createdAt":{"$date":"2024-03-01T10:00:15Z"},"isDeleted":true}`,
];

const documents = lines.map((line) => {
  const { _id, createdAt, ...rest } = JSON.parse(line) as {
    _id: { $oid: string };
    createdAt?: string | { $date: string };
  };
  const at = typeof createdAt === 'object' ? new Date(createdAt.$date) : createdAt;
  return { _id: new ObjectId(_id.$oid), ...rest, ...(at === undefined ? {} : { createdAt: at }) };
});

test.each([
  ['mongoexport', 'ndjson', lines.join('\n')],
  ['mongoexport --jsonArray', 'json', `[${lines.join(',')}]`],
  ['mongodump', 'bson', Buffer.concat(documents.map((each) => serialize(each)))],
] as const)('the messages that %s writes become the same records', async (_, format, content) => {
  const found = await read({ kind: 'messages', format, content, mapping }, { ids: 'map' });

  expect(found.rejected).toEqual([]);
  expect(
    found.records.map(({ id, record }) => [
      id,
      record['sender'],
      record['receiver'],
      record['sentAt'],
    ]),
  ).toEqual([
    [ids[0], 'ua', 'ub', 1_709_287_200],
    [ids[1], 'ub', 'ua', 1_709_287_205],
    [ids[2], 'ub', 'ua', 1_709_287_210],
  ]);
});

test('times of one column are read by the form that each has', async () => {
  const times = [
    '"2024-03-01T10:00:00Z"',
    '"2024-03-01T11:00:00.000+0100"',
    '1709287200',
    '"1709287200"',
    '1709287200000',
    '"1709287200000"',
    '1709287200000000',
    '{"$date":{"$numberLong":"1709287200000"}}',
    'ISODate("2024-03-01T10:00:00Z")',
    '"65e1a7200000000000000001"',
  ];
  const content = times
    .map((at, index) => `{"_id":{"$oid":"${index}"},"name":"a","createdAt":${at}}`)
    .join('\n');

  const found = await read({
    format: 'ndjson',
    content,
    mapping: { columns: { _id: 'uid' }, times: { createdAt: 'mixed' } },
  });

  expect(found.records.map(({ record }) => record['createdAt'])).toEqual(
    times.map(() => 1_709_287_200),
  );
});

test.each(['"yesterday"', 'true', '"2024-03-01T10:00:00"'])(
  'the time %s, which has no known form, is dropped with the reason',
  async (at) => {
    const content = `{"uid":"a","name":"A","createdAt":${at}}`;

    const found = await read({
      format: 'ndjson',
      content,
      mapping: { times: { createdAt: 'mixed' } },
    });

    expect(found.dropped).toMatchObject([{ record: 'a', field: 'createdAt' }]);
  },
);

test('an id, its digits and an object that was stored in its place are the same user', async () => {
  const id = '65e1a7200000000000000009';
  const senders = [
    `{"$oid":"${id}"}`,
    `"${id}"`,
    `{"_id":{"$oid":"${id}"},"name":"Ann"}`,
    `{"$ref":"users","$id":{"$oid":"${id}"}}`,
  ];
  const content = senders
    .map(
      (sender, index) =>
        `{"muid":"m${index}","sender":${sender},"people":[${sender},{"_id":7}],"receiverType":"user","sentAt":1709287200,"text":"Hi"}`,
    )
    .join('\n');

  const found = await read({
    kind: 'messages',
    format: 'ndjson',
    content,
    mapping: { convert: { receiver: { other: 'people', than: 'sender' } } },
  });

  expect(refusals(found)).toEqual([]);
  expect(found.records.map(({ record }) => [record['sender'], record['receiver']])).toEqual(
    senders.map(() => [id, '7']),
  );
});

test('numbers keep their digits as ids, and an object without an id is refused', async () => {
  const content = [
    '{"uid":{"$numberLong":"9007199254740993"},"name":"a"}',
    '{"uid":9007199254740995,"name":"a","at":{"$date":1}}',
    '{"uid":{"$numberDecimal":"9007199254740997.00"},"name":"a"}',
    '{"uid":{"name":"x"},"name":"a"}',
  ].join('\n');

  const found = await read({ format: 'ndjson', content, mapping: { ignore: ['at'] } });

  expect(found.records.map(({ id }) => id)).toEqual(['9007199254740993', '9007199254740995']);
  expect(refusals(found)).toHaveLength(2);
});

test('a document that is broken is rejected with what is wrong with it', async () => {
  const broken = Buffer.from('0c0000009961000000000000', 'hex');
  const content = Buffer.concat([
    serialize({ uid: 'a', name: 'A' }),
    broken,
    serialize({ uid: 'b', name: 'B' }),
  ]);

  const found = await read({ format: 'bson', content });

  expect(found.records.map(({ id, line }) => [id, line])).toEqual([
    ['a', 1],
    ['b', 3],
  ]);
  expect(refusals(found)).toEqual(['2 not-an-object']);
  expect(found.rejected[0]).toMatchObject({
    row: expect.stringContaining('a value of the unknown type 153'),
  });
});
