import { Readable } from 'node:stream';
import { type InputKind, originOf, type Row } from '@chatferry/contract';
import { type Format, readRecords, type ReadRules } from '@chatferry/parsers';
import { describe, expect, test } from 'vitest';
import { blocksOf, ids, now, read, refusals, rules } from './reading.ts';

const ada = '{"uid":"ada","name":"Ada"}';
const bob = '{"uid":"bob","name":"Bob"}';

describe('NDJSON', () => {
  test('blank lines and CR LF make no difference', async () => {
    const outcome = await read({ format: 'ndjson', content: `\n${ada}\r\n\r\n  ${bob}  \n` });

    expect(outcome.records.map(({ line, id }) => [line, id])).toEqual([
      [2, 'ada'],
      [4, 'bob'],
    ]);
  });

  test.each([
    ['{"uid":"cy"', '2 bad-json'],
    ['["cy"]', '2 not-an-object'],
    ['null', '2 not-an-object'],
    ['{"uid":"cy","name":"Cy","mood":"good"}', '2 unknown-field'],
    ['{"uid":"cy","name":"\\ud83d"}', '2 broken-text'],
    [`{"uid":"cy","name":"${'C'.repeat(2 * 1024 * 1024)}"}`, '2 row-too-large'],
  ])('a bad line costs only itself: %.40s', async (line, refusal) => {
    const outcome = await read({ format: 'ndjson', content: `${ada}\n${line}\n${bob}` });

    expect(ids(outcome)).toEqual(['ada', 'bob']);
    expect(refusals(outcome)).toEqual([refusal]);
    expect(outcome.records[1]!.line).toBe(3);
  });
});

/** The position of each row as the planner gets it: of the records, then of the rejected rows. */
async function items(content: string): Promise<[records: number[], rejected: unknown[]]> {
  const found: [number[], unknown[]] = [[], []];
  for await (const block of blocksOf({ format: 'json', content })) {
    for (let index = 0; index < block.records; index++)
      found[0].push(originOf(block, index).item ?? 0);
    found[1].push(...block.rejected.map(({ item }) => item));
  }
  return found;
}

test('rows on one line have their position in the file, also after many of them', async () => {
  const users = Array.from({ length: 20_000 }, (_, at) => ({
    uid: `u${at}`,
    name: at === 1 ? '' : 'U',
  }));
  const positions = users.flatMap((_, at) => (at === 1 ? [] : [at + 1]));

  expect(await items(JSON.stringify(users))).toEqual([positions, [2]]);
  expect(await items(users.map((user) => JSON.stringify(user)).join('\n'))).toEqual([
    positions.map(() => 0),
    [undefined],
  ]);
  expect(
    await items(`[${ada},\n${bob}, {"uid":"cy","name":"Cy"},\n{"uid":"dot","name":"Dot"}]`),
  ).toEqual([[0, 2, 3, 0], []]);
});

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

describe('a JSON file', () => {
  const users = [
    { uid: 'ada', name: 'Ada', metadata: { list: [{ a: '[]{},"' }] } },
    { uid: 'bob', name: 'Bob\\' },
  ];

  test.each([
    ['an array on one line', JSON.stringify(users), [1, 1]],
    ['an array over many lines', pretty(users), [2, 13]],
    [
      'an element a line',
      `[\n${users.map((user) => JSON.stringify(user)).join('\n,')}\n]\n`,
      [2, 3],
    ],
    ['an array under the name of its kind', JSON.stringify({ users }), [1, 1]],
    ['the same over many lines', `\n${pretty({ users })}\n`, [4, 15]],
    ['objects without an array', users.map((user) => JSON.stringify(user)).join('\n'), [1, 2]],
    ['pretty objects without an array', users.map(pretty).join('\n'), [1, 12]],
  ])('%s', async (_, content, lines) => {
    const outcome = await read({ format: 'json', content });

    expect(ids(outcome)).toEqual(['ada', 'bob']);
    expect(outcome.records.map(({ line }) => line)).toEqual(lines);
    expect(outcome.rejected).toEqual([]);
  });

  test.each(['', ' \n', '[]', '[\n]\n'])('%j has no rows', async (content) => {
    expect(await read({ format: 'json', content })).toMatchObject({ records: [], rejected: [] });
  });

  test.each([
    ['{"users":[]}', []],
    ['{ "users" : [ ] }', []],
    [`{"users":[${ada},17,${bob}]}`, ['1 not-an-object']],
    [`{\n"users":[\n${ada},\n{"uid":\n${bob}\n]}`, ['4 bad-json']],
  ])('inside an object, too, rows are separated: %j', async (content, refused) => {
    const outcome = await read({ format: 'json', content });

    expect(ids(outcome)).toEqual(content.includes('ada') ? ['ada', 'bob'] : []);
    expect(refusals(outcome)).toEqual(refused);
  });

  test('of a file that is not JSON the fix names the format; of one that is cut off it does not', async () => {
    const other = read({ format: 'json', content: 'uid,name\nada,Ada\n' });
    const cut = read({ format: 'json', content: `[${ada}` });

    await expect(other).rejects.toMatchObject({ fix: expect.stringContaining('format') });
    await expect(cut).rejects.toMatchObject({ fix: 'Copy or export the file again.' });
  });

  test.each([
    [`{"users":[${ada}]`, 'ends before the object that contains its array'],
    [`{"users":[${ada}`, 'ends before its array is closed'],
    [
      `{"users":[${ada}],"groups":[]}`,
      'has keys other than "users" in the object that contains its array',
    ],
    [`{"users":[${ada}]} x`, 'continues after the end of its array'],
  ])('inside an object, nothing is ignored: %j', async (content, message) => {
    await expect(read({ format: 'json', content })).rejects.toMatchObject({
      code: 'broken-file',
      message: expect.stringContaining(message),
    });
  });

  const many = Array.from({ length: 30_000 }, (_, n) => ({ uid: `u${n}`, name: `User ${n}` }));

  test('an object that contains many rows is not a row, and needs no more memory', async () => {
    const outcome = await read({ format: 'json', content: pretty({ users: many }) });

    expect(outcome.records).toHaveLength(30_000);
    expect(outcome.records.at(-1)!.line).toBe(2 + 30_000 * 4 - 3);
  });

  test.each([
    ['another key', 'json', JSON.stringify({ results: [{ uid: 'ada' }] }), 'results'],
    [
      'what comes before it',
      'json',
      pretty({ meta: { page: 1 }, users: [{ uid: 'ada' }] }),
      'users',
    ],
    ['very many rows', 'json', JSON.stringify({ data: many }), 'data'],
    [
      'objects around that',
      'json',
      pretty({ meta: { page: 1 }, response: { users: [{ uid: 'ada' }] } }),
      'response.users',
    ],
    [
      'objects around many rows',
      'json',
      JSON.stringify({ meta: { page: 1 }, response: { data: many } }),
      'response.data',
    ],
    ['a line of its own', 'ndjson', JSON.stringify({ users: [{ uid: 'ada' }] }), 'users'],
  ] as const)(
    'an object that contains the rows, with %s, is reported as such',
    async (_, format, content, key) => {
      await expect(read({ format, content })).rejects.toMatchObject({
        code: 'wrapped-rows',
        line: 1,
        message: expect.stringContaining(`under the key "${key}"`),
        fix: expect.stringContaining('rows: "'),
      });
    },
  );

  test.each([
    [{ users: [{ uid: 'ada', name: 'Ada' }], total: 1 }, 'users[*]'],
    [{ total: 1, users: [{ uid: 'ada', name: 'Ada' }] }, 'users[*]'],
    [{ data: { 'all users': [{ uid: 'ada', name: 'Ada' }] } }, 'data.all users[*]'],
    [{ 'export.v2': { users: [{ uid: 'ada', name: 'Ada' }] } }, "['export.v2'].users[*]"],
  ])('%j is read with the rows that the fix names', async (content, rows) => {
    const file = { format: 'json', content: JSON.stringify(content) } as const;

    await expect(read(file)).rejects.toMatchObject({
      fix: expect.stringContaining(`rows: ${JSON.stringify(rows)}`),
    });
    expect(ids(await read({ ...file, mapping: { rows } }))).toEqual(['ada']);
  });

  test('messages under their own field data are reported as well', async () => {
    const content = JSON.stringify({ data: [{ muid: 'm1', sender: 'ada' }] });

    await expect(read({ kind: 'messages', format: 'json', content })).rejects.toMatchObject({
      code: 'wrapped-rows',
    });
  });

  test('a record that contains a list of objects is a record', async () => {
    const row = { uid: 'ada', name: 'Ada', metadata: { friends: [{ uid: 'bob', name: 'Bob' }] } };
    const turned = { metadata: { friends: [{ age: 3 }] }, uid: 'bob', name: 'Bob' };

    const outcome = await read({ format: 'json', content: JSON.stringify([row]) });
    const other = await read({ format: 'json', content: JSON.stringify([turned]) });

    expect([ids(outcome), ids(other)]).toEqual([['ada'], ['bob']]);
  });

  test.each([
    ['a missing bracket', '{"uid":"cy","metadata":{"a":1}', '3 bad-json'],
    ['a bracket too many', '{"uid":"cy","metadata":{"a":[1}]}}', '3 bad-json'],
    ['a missing quote', '{"uid":"cy,"name":"Cy"}', '3 bad-json'],
    ['a comma too many', '{"uid":"cy",}', '3 bad-json'],
    ['a text', '"cy"', '3 not-an-object'],
    ['a number', '17', '3 not-an-object'],
    ['a list', '[{"uid":"cy"}]', '3 not-an-object'],
    ['nothing sensible', 'cy', '3 bad-json'],
    ['a giant', `{"uid":"cy","name":"${'C'.repeat(2 * 1024 * 1024)}"}`, '3 row-too-large'],
  ])('%s costs its element', async (_, element, refusal) => {
    const outcome = await read({ format: 'json', content: `[\n${ada},\n${element},\n${bob}\n]` });

    expect(ids(outcome)).toEqual(['ada', 'bob']);
    expect(refusals(outcome)).toEqual([refusal]);
    expect(outcome.records[1]!.line).toBe(4);
  });

  test('after a broken element, reading continues at the next one with the same indentation', async () => {
    const broken = pretty([...users, ...users]).replace('"list": [', '"list": ');

    const outcome = await read({ format: 'json', content: broken });

    expect(refusals(outcome)).toEqual(['2 bad-json']);
    expect(ids(outcome)).toEqual(['bob', 'ada', 'bob']);
  });

  test('an object with less indentation than a broken element is a part of it', async () => {
    const content = `[\n  {"uid":"cy",[},\n${ada},\n  ${bob}\n]`;

    const outcome = await read({ format: 'json', content });

    expect(ids(outcome)).toEqual(['bob']);
    expect(refusals(outcome)).toEqual(['2 bad-json']);
  });

  test('a broken last element is followed by the end of the array', async () => {
    const outcome = await read({ format: 'json', content: `[\n${ada},\n{"uid":"bob"\n]` });

    expect(ids(outcome)).toEqual(['ada']);
    expect(refusals(outcome)).toEqual(['3 bad-json']);
  });

  test.each([
    [
      'cut off between elements',
      `[${ada},`,
      'ends before its array is closed (byte 29 of the text)',
    ],
    ['cut off within an element', `[\n${ada},\n{"uid":"b`, 'has an element that is not closed'],
    ['cut off before its array', '{"users"', 'has an element that is not closed'],
    ['broken on one line', `[${ada},{"uid":"cy",[},${bob}]`, 'has an element that is not closed'],
    ['followed by something', `[${ada}]\n${bob}`, 'continues after the end of its array'],
    ['an object followed by an array', `{"users":[${ada}]}\n[${bob}]`, 'continues after the end'],
    ['a rest of an array', ',{"uid":"ada","name":"Ada"}]', 'it begins with neither [ nor {'],
    ['no JSON', '<html></html>', 'does not contain a JSON array: it begins with neither [ nor {'],
  ])('%s is a broken file', async (_, content, words) => {
    const reading = read({ format: 'json', content });

    await expect(reading).rejects.toMatchObject({ code: 'broken-file' });
    await expect(reading).rejects.toThrow(words);
  });
});

test('a reply that is to be an ordinary message is sent without its parent', async () => {
  const data = { text: 'Hi', metadata: { parentMuid: 'm0' } };
  const row = { muid: 'm1', sender: 'ada', receiverType: 'user', receiver: 'bob', data };
  const content = JSON.stringify({ ...row, category: 'message', type: 'text', sentAt: now - 1 });

  const { wires } = await read(
    { kind: 'messages', format: 'ndjson', content },
    { replies: 'flat' },
  );

  expect(wires[0]).toContain('"Hi"');
  expect(wires[0]).not.toContain('m0');
});

test('null is an absent field, and columns that chatferry adds are ignored', async () => {
  const line = '{"uid":"ada","name":"Ada","avatar":null,"chatferry_code":"too-long"}';

  const { records } = await read({ format: 'ndjson', content: line });

  expect(records[0]!.record).toEqual({ uid: 'ada', name: 'Ada' });
});

test.each([{}, { ignore: ['x'] }])(
  'a key __proto__ is an unknown field (mapping %j)',
  async (mapping) => {
    const content = '{"uid":"ada","__proto__":{"name":"Ada"}}';

    const outcome = await read({ format: 'ndjson', content, mapping });

    expect(refusals(outcome)).toEqual(['1 missing-field', '1 unknown-field']);
  },
);

test('text is short for data.text, and wins over it', async () => {
  const message = {
    muid: 'm1',
    sender: 'ada',
    receiverType: 'user',
    receiver: 'bob',
    sentAt: 1.7e9,
  };
  const content = JSON.stringify({
    ...message,
    text: 'Hi',
    data: { text: 'Ho', metadata: { a: 1 } },
  });

  const { records } = await read({ kind: 'messages', format: 'ndjson', content });

  expect(records[0]!.record['data']).toEqual({ text: 'Hi', metadata: { a: 1 } });
});

async function wireOf(line: string, format: Format, changed: Partial<ReadRules> = {}) {
  const bytes = Readable.from([Buffer.from(line)], { objectMode: false });
  const input = { file: 'users', kind: 'users', format, bytes } as const;
  const [block] = await Array.fromAsync(readRecords(input, { ...rules, ...changed }));
  return Buffer.from(block!.wire).toString();
}

/** A row of NDJSON as it is sent. */
async function sentRow(kind: InputKind, row: Row): Promise<unknown> {
  const { wires } = await read({ kind, format: 'ndjson', content: JSON.stringify(row) });
  return Object.values(JSON.parse(`{${wires[0]!}}`) as object)[0];
}

describe('the bytes that are sent', () => {
  test('a line that needs no change is sent byte for byte', async () => {
    const line = '{"name":"Ad\\"a","uid":"ada","metadata":{"id":12345678901234567890,"x":1.50}}';

    expect(await wireOf(line, 'ndjson')).toBe(`"ada":${line}`);
  });

  test('a membership without its key, a mention without its name, and quoted times of users are completed', async () => {
    const member = { guid: 'go', uid: 'ada' };
    const details = { uid: 'ada', name: 'Ada' };
    const message = {
      muid: 'm1',
      sender: 'ada',
      receiver: 'b',
      receiverType: 'user',
      sentAt: 1_700_000_000,
      category: 'message',
      type: 'text',
      data: { text: 'I am <@uid:ada>' },
      senderUserDetails: details,
    };

    const user = { ...details, lastActiveAt: '1700000000' };
    const lately = { ...message, data: { text: 'Hi' }, senderUserDetails: user };

    expect(await sentRow('messages', lately)).toMatchObject({
      senderUserDetails: { ...details, lastActiveAt: 1_700_000_000 },
    });
    expect(await sentRow('members', member)).toEqual({ ...member, memberId: 'go_member_ada' });
    expect(await sentRow('messages', message)).toEqual({
      ...message,
      mentionedUserDetails: { ada: details },
    });
  });

  test.each([
    ['there is white space', '{ "uid": "ada", "name": "Ada" }'],
    ['characters are escaped', '{"uid":"ada","name":"\\u0041da"}'],
  ])('a line is serialised again when %s', async (_, line) => {
    expect(await wireOf(line, 'ndjson')).toBe(`"ada":${JSON.stringify(JSON.parse(line))}`);
  });

  test.each([{}, { category: 'message' }, { type: 'text' }, { category: 'message', type: 'text' }])(
    'a message that has only %j of category and type is sent with both',
    async (given) => {
      const message = { muid: 'm1', sender: 'a', receiver: 'b', receiverType: 'user' };
      const row = { ...message, sentAt: 1_700_000_000, ...given, data: { text: 'Hi' } };
      const { wires } = await read({
        kind: 'messages',
        format: 'ndjson',
        content: JSON.stringify(row),
      });

      expect(wires).toHaveLength(1);
      expect(JSON.parse(`{${wires[0]}}`)).toEqual({
        m1: { ...row, category: 'message', type: 'text' },
      });
    },
  );

  test.each<[InputKind, object, string, number]>([
    ['users', { uid: 'a', name: 'A' }, 'metadata', 5120],
    ['groups', { guid: 'g', name: 'G', type: 'public' }, 'metadata', 5120],
    [
      'messages',
      { muid: 'm', sender: 'a', receiver: 'b', receiverType: 'user', sentAt: 1_700_000_000 },
      'data',
      10_240,
    ],
  ])(
    'the size of a line of %s is judged although it needs no change',
    async (kind, row, field, most) => {
      const given = kind === 'messages' ? { ...row, category: 'message', type: 'text' } : row;
      const line = (bytes: number): string =>
        JSON.stringify({ ...given, [field]: { text: 'x'.repeat(bytes - '{"text":""}'.length) } });
      const cleaning = { badOptional: 'reject' } as const;

      const fits = await read({ kind, format: 'ndjson', content: line(most) }, { cleaning });
      const exceeds = await read({ kind, format: 'ndjson', content: line(most + 1) }, { cleaning });

      expect(fits.records).toHaveLength(1);
      expect(refusals(exceeds)).toEqual([`1 ${field}-too-large`]);
    },
  );

  test('long numbers keep their digits when a line is serialised again', async () => {
    const metadata = '{"id":12345678901234567890,"less":-12345678901234567890}';

    expect(
      await wireOf(`{"uid":"Ada","name":"Ada","metadata":${metadata}}`, 'ndjson', { ids: 'map' }),
    ).toBe(`"ada":{"uid":"ada","name":"Ada","metadata":${metadata}}`);
  });

  test('and in the JSON cells of a CSV file', async () => {
    const csv = 'uid,name,metadata\nada,Ada,"{""id"": 12345678901234567890}"\n';

    expect(await wireOf(csv, 'csv')).toBe(
      '"ada":{"uid":"ada","name":"Ada","metadata":{"id":12345678901234567890}}',
    );
  });
});

const complete = {
  muid: 'm1',
  sender: 'ada',
  receiver: 'bob',
  receiverType: 'user',
  category: 'message',
  type: 'text',
  sentAt: 1_700_000_000,
};
const inside = (role: string) => ({ senderUserDetails: { uid: 'ada', name: 'Ada', role } });

test.each([
  [{ data: { text: 'x', attachments: [] } }, { data: { text: 'x' } }],
  [{ tags: [], data: { text: 'x' } }, { data: { text: 'x' } }],
  [
    { ...inside('Admin'), data: { text: 'x' } },
    { ...inside('admin'), data: { text: 'x' } },
  ],
  [{ data: { text: '<@uid:Cy>' } }, { data: { text: '<@uid:cy>' } }],
])('a row with a single change is not sent as its file has it: %j', async (fields, sent) => {
  const content = `${JSON.stringify({ ...complete, ...fields })}\n`;

  const { records } = await read({ kind: 'messages', format: 'ndjson', content }, { ids: 'map' });

  expect(records.map(({ record }) => record)).toEqual([{ ...complete, ...sent }]);
});
