import { kindMapping, readRecords } from '@chatferry/parsers';
import { expect, test } from 'vitest';
import { read, rules } from './reading.ts';

/** The receiver of a message of `ann`, or the problem of the row. */
async function receiver(row: object, rule: object): Promise<unknown> {
  const { records, rejected } = await read({
    kind: 'messages',
    format: 'ndjson',
    content: JSON.stringify({
      muid: 'm',
      sender: 'ann',
      sentAt: 1_700_000_000,
      text: 'Hi',
      ...row,
    }),
    mapping: kindMapping.parse({
      convert: { receiver: { than: 'sender', ...rule } },
      constants: { receiverType: 'user' },
    }),
  });
  return records[0]?.record['receiver'] ?? rejected[0]!.problems[0]!.message;
}

const refused = (detail: string): string =>
  `receiver is not known, because the members are not the one who is known and exactly one other (${detail}).`;

test.each<[string, object, object, unknown]>([
  ['a list', { in: ['bob', 'ann'] }, { other: 'in' }, 'bob'],
  ['a list with a member twice', { in: ['ann', 'bob', 'bob'] }, { other: 'in' }, 'bob'],
  ['a list of objects', { in: [{ _id: 7 }, { _id: 'ann' }] }, { other: 'in[*]._id' }, '7'],
  ['keys of an object', { in: { ann: true, bob: false } }, { other: 'in' }, 'bob'],
  ['two columns', { a: 'bob', b: 'ann' }, { other: ['a', 'b'] }, 'bob'],
  ['columns of others', { a: 'bob', b: 'cy' }, { other: ['a', 'b'] }, refused('0 others')],
  ['JSON in a text', { in: '["ann","bob"]' }, { other: 'in' }, 'bob'],
  ['a text that begins with the id', { in: 'ann_b_c' }, { other: 'in', with: '_' }, 'b_c'],
  ['a text that ends with it', { in: 'bobann' }, { other: 'in' }, 'bob'],
  ['three members', { in: ['ann', 'bob', 'cy'] }, { other: 'in' }, refused('2 others')],
  ['a list without the sender', { in: ['bob', 'cy'] }, { other: 'in' }, refused('0 others')],
  ['nobody else', { in: ['ann'] }, { other: 'in' }, refused('0 others')],
  ['a text of others', { in: 'bob_cy' }, { other: 'in', with: '_' }, refused('0 others')],
  [
    'a text with two readings',
    { in: 'ann_x_ann' },
    { other: 'in', with: '_' },
    refused('2 others'),
  ],
])('the other member of %s', async (_, row, rule, expected) => {
  expect(await receiver({ ...row }, rule)).toBe(expected);
});

test.each<[string, string, string | undefined]>([
  ['export/room-1/messages.ndjson.gz', '$file', 'messages'],
  ['export/room-1/chat.v2.json', '$file', 'chat.v2'],
  ['export/room-1/messages.ndjson', '$folder', 'room-1'],
  ['export\\room-1\\messages.ndjson', '$folder', 'room-1'],
  ['export/room-1/messages.ndjson', '$folder[1]', 'export'],
  ['./messages.ndjson', '$folder', undefined],
  ['../messages.ndjson', '$folder', undefined],
  ['cafe\u0301/messages.ndjson', '$folder', 'caf\u00E9'],
])('in %s, %s is %s', async (file, name, expected) => {
  const row = { uid: 'u', [`${name}2`]: 1 };
  const input = { file, kind: 'users', format: 'ndjson', bytes: bytesOf(row) } as const;
  const mapping = kindMapping.parse({
    columns: { [name]: 'name' },
    constants: { name: 'none' },
    ignore: [`${name}2`],
  });

  const blocks = await Array.fromAsync(readRecords({ ...input, mapping }, rules));

  expect(blocks.map(({ wire }) => Buffer.from(wire).toString())).toEqual([
    `"u":{"uid":"u","name":"${expected ?? 'none'}"}`,
  ]);
});

async function* bytesOf(row: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(row));
}
