import type { Row } from '@chatferry/contract';
import { type Cleaning, cleaning } from '@chatferry/parsers';
import { describe, expect, test } from 'vitest';
import { ids, now, read, readFromCode, refusals } from './reading.ts';

const day = 86_400;
const oldestSentAt = now - 180 * day;

function message(muid: string, changes: Row = {}): Row {
  const base = { sender: 'ada', receiverType: 'user', receiver: 'bob', sentAt: now - day };
  return { muid, ...base, data: { text: `Text of ${muid}` }, ...changes };
}

function clean(rows: Row[], policies: Cleaning) {
  return readFromCode('messages', rows, { oldestSentAt, cleaning: policies });
}

test('policies are checked, and unknown ones are refused', () => {
  expect(cleaning.safeParse({ tooOld: 'leave-out', brokenText: 'remove' }).success).toBe(true);
  expect(cleaning.safeParse({ tooOld: 'drop' }).success).toBe(false);
  expect(cleaning.safeParse({ toOld: 'leave-out' }).success).toBe(false);
});

const unwanted = (): Row[] => [
  message('m1'),
  message('m2', { sentAt: oldestSentAt - 1 }),
  message('m3', { data: { text: ' \n' } }),
  message('m4', { data: { text: '' }, sender: 'Not an id' }),
  message('m5', { data: { text: '' }, colour: 'red' }),
];

const last = ['5 blank-text', '5 unknown-field'];

describe('excluded rows are listed under their own codes', () => {
  test.each<[Cleaning, string[]]>([
    [{}, ['2 too-old', '3 blank-text', '4 bad-id', '4 blank-text', ...last]],
    [
      { tooOld: 'leave-out' },
      ['2 left-out-too-old', '3 blank-text', '4 bad-id', '4 blank-text', ...last],
    ],
    [
      { blankText: 'leave-out' },
      ['2 too-old', '3 left-out-blank-text', '4 bad-id', '4 blank-text', ...last],
    ],
  ])('%j', async (policies, expected) => {
    const outcome = await clean(unwanted(), policies);

    expect(ids(outcome)).toEqual(['m1']);
    expect(refusals(outcome)).toEqual(expected);
  });
});

test('a row with a value that would be left out is excluded for its other problem', async () => {
  const rows = [message('m1', { data: { text: '' }, tags: 'x' })];

  expect(refusals(await clean(rows, { blankText: 'leave-out' }))).toEqual([
    '1 left-out-blank-text',
  ]);
});

describe('values that are too long are cut', () => {
  test('a value that is left out of such a row is named once', async () => {
    const rows = [{ uid: 'ada', name: 'A'.repeat(101), avatar: 'x' }];
    const { dropped, warnings } = await readFromCode('users', rows, {
      cleaning: { tooLong: 'cut' },
    });

    expect(warnings.map(({ code }) => code)).toEqual(['text-cut']);
    expect(dropped).toMatchObject([{ code: 'bad-url', field: 'avatar' }]);
  });

  test('a name, not within a character', async () => {
    const users = [{ uid: 'ada', name: `${'A'.repeat(98)}🚋🚋` }];

    const off = await readFromCode('users', structuredClone(users));
    const on = await readFromCode('users', users, { cleaning: { tooLong: 'cut' } });

    expect(refusals(off)).toEqual(['1 too-long']);
    expect(on.records[0]!.record['name']).toBe(`${'A'.repeat(98)}…`);
    expect(on.warnings).toEqual([{ record: 'ada', code: 'text-cut', field: 'name' }]);
  });

  test.each(['x', 'ü', '🚋', '"'])(
    'a text of many %j, as little as possible',
    async (character) => {
      const rows = (): Row[] => [message('m1', { data: { text: character.repeat(11_000) } })];

      const off = await clean(rows(), {});
      const on = await clean(rows(), { tooLong: 'cut' });

      expect(refusals(off)).toEqual(['1 data-too-large']);
      const { data } = on.records[0]!.record;
      const bytes = Buffer.byteLength(JSON.stringify(data));
      expect(bytes).toBeGreaterThan(10 * 1024 - 8);
      expect(bytes).toBeLessThanOrEqual(10 * 1024);
      expect((data as Row)['text']).toMatch(/^[^\uFFFD]+…$/u);
      expect(on.warnings).toEqual([{ record: 'm1', code: 'text-cut', field: 'data.text' }]);
    },
  );

  test('data that is too large without its text stays rejected', async () => {
    const data = { text: 'hi', metadata: { a: 'x'.repeat(11_000) } };

    expect(refusals(await clean([message('m1', { data })], { tooLong: 'cut' }))).toEqual([
      '1 data-too-large',
    ]);
  });
});

const halves = (): Row[] => [
  message('m1', { data: { text: 'a\uD83Db', metadata: { '\uDE00k': 'v' } } }),
];

describe('broken text', () => {
  test('is refused', async () => {
    expect(refusals(await clean(halves(), {}))).toEqual(['1 broken-text']);
  });

  test.each<[NonNullable<Cleaning['brokenText']>, Row]>([
    ['replace', { text: 'a\uFFFDb', metadata: { '\uFFFDk': 'v' } }],
    ['remove', { text: 'ab', metadata: { k: 'v' } }],
  ])('%s', async (brokenText, data) => {
    const outcome = await clean(halves(), { brokenText });

    expect(outcome.records[0]!.record['data']).toEqual(data);
    expect(outcome.warnings).toMatchObject([{ code: 'text-repaired' }]);
  });

  test('marks of lost characters are removed from JSON that would be sent as it is', async () => {
    const content = '{"uid":"bob","name":"Bob","metadata":{"as":["B\uFFFDob"]}}\n';

    const outcome = await read(
      { content, format: 'ndjson' },
      { cleaning: { brokenText: 'remove' } },
    );

    expect(outcome.records[0]!.record['metadata']).toEqual({ as: ['Bob'] });
    expect(outcome.warnings).toMatchObject([{ code: 'text-repaired', field: 'metadata.as.0' }]);
  });

  test('a row with a mark, and with a value that is left out, gets one warning', async () => {
    const content = '{"uid":"bob","name":"B\uFFFDob","avatar":"x"}\n';

    const { warnings, dropped } = await read({ content, format: 'ndjson' });

    expect(warnings.map(({ code }) => code)).toEqual(['replacement-character']);
    expect(dropped).toHaveLength(1);
  });

  const csv = Buffer.from('uid,name\nada,A\xFFda\nbob,B\xEF\xBF\xBDob\n', 'latin1');

  test.each<[Cleaning, string[], string[], string[]]>([
    [{}, ['B\uFFFDob'], ['2 broken-encoding'], ['bob replacement-character']],
    [
      { brokenText: 'replace' },
      ['A\uFFFDda', 'B\uFFFDob'],
      [],
      ['ada text-repaired', 'bob replacement-character'],
    ],
    [{ brokenText: 'remove' }, ['Ada', 'Bob'], [], ['ada text-repaired', 'bob text-repaired']],
  ])('in bytes: %j', async (policies, names, refused, warnings) => {
    const outcome = await read({ content: csv }, { cleaning: policies });

    expect(outcome.records.map(({ record }) => record['name'])).toEqual(names);
    expect(refusals(outcome)).toEqual(refused);
    expect(outcome.warnings.map(({ record, code }) => `${record} ${code}`)).toEqual(warnings);
  });
});

test('a repaired row is judged again', async () => {
  const rows = [
    message('m1', { data: { text: '\uD83D'.repeat(11_000) } }),
    message('m2', { data: { text: `\uD83D${'x'.repeat(11_000)}` } }),
  ];

  const outcome = await clean(rows, {
    brokenText: 'remove',
    blankText: 'leave-out',
    tooLong: 'cut',
  });

  expect(refusals(outcome)).toEqual(['1 left-out-blank-text']);
  expect(outcome.warnings.map(({ code }) => code)).toEqual(['text-repaired', 'text-cut']);
});
