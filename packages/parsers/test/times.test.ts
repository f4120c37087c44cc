import { column as numberOf, type Kind, type Row } from '@chatferry/contract';
import { type KindMapping, kindMapping } from '@chatferry/parsers';
import { describe, expect, test } from 'vitest';
import { blocksOf, read, refusals, unpack } from './reading.ts';

type TimeForm = NonNullable<KindMapping['times']>['createdAt'];

/** Rejects rows with a bad time: otherwise one that the record does not need is dropped. */
const strict = { cleaning: { badOptional: 'reject' } } as const;

/** The seconds that a cell of createdAt becomes, with its problems and warnings. */
async function readTime(cell: string, form?: TimeForm, zone?: string) {
  const mapping = { ...(form && { times: { createdAt: form } }), ...(zone && { zone }) };
  const content = `uid,name,createdAt\nada,Ada,"${cell}"\n`;
  const outcome = await read({ content, mapping }, strict);
  const seconds = outcome.records[0]?.record['createdAt'] as number | undefined;
  return {
    time: seconds === undefined ? undefined : new Date(seconds * 1000).toISOString(),
    refusals: refusals(outcome),
    warnings: outcome.warnings.map(({ code }) => code),
  };
}

describe('a time cell', () => {
  test.each<[TimeForm, string]>([
    [undefined, '1700000000'],
    [undefined, '1700000000.75'],
    [undefined, '2023-11-14T22:13:20Z'],
    [undefined, '2023-11-14 23:13:20+01'],
    ['seconds', ' 1700000000 '],
    ['milliseconds', '1700000000999'],
    ['microseconds', '1700000000999999'],
    ['iso', '2023-11-14T22:13:20.999Z'],
    ['iso', '20231114T221320Z'],
    ['rfc2822', 'Tue, 14 Nov 2023 23:13:20 +0100'],
    ['iso', '2023-11-15T03:43:20.999+05:30'],
    ['iso', '20231114T221320.999Z'],
    ['iso', '2023-W46-2T22:13:20Z'],
    ['iso', '2023-318T22:13:20Z'],
    [undefined, '2023-11-14T22:13:20Z[UTC]'],
    [undefined, '2023-11-14T23:13:20+01:00[Europe/Berlin]'],
    [undefined, '2023-11-14T23:13:20[Europe/Berlin]'],
    ['iso', '20231114T231320[+01:00]'],
    ['iso', '2023-11-14T22:13:20Z[!Europe/Berlin][u-ca=hebrew]'],
    [{ format: 'dd.MM.yyyy HH:mm:ss ZZ' }, '15.11.2023 03:43:20 +05:30'],
    [{ format: 'dd.MM.yyyy HH:mm:ss.SSS ZZ' }, '15.11.2023 03:43:20.999 +05:30'],
    [{ format: 'dd.MM.yyyy HH:mm:ss.SSS', zone: 'UTC' }, '14.11.2023 22:13:20.999'],
    [{ format: "d MMM yyyy 'at' h:mm:ss a", zone: 'UTC' }, '14 Nov 2023 at 10:13:20 PM'],
    [{ format: "d MMM yyyy 'z' HH:mm:ss", zone: 'Europe/Berlin' }, '14 Nov 2023 z 23:13:20'],
  ])('as %j: %s', async (form, cell) => {
    expect(await readTime(cell, form)).toEqual({
      time: '2023-11-14T22:13:20.000Z',
      refusals: [],
      warnings: [],
    });
  });

  test.each<[TimeForm, string, string]>([
    [undefined, 'yesterday', '2 bad-time'],
    [undefined, '2023-11-14T22:13:20', '2 no-zone'],
    ['iso', '2023-11-14', '2 no-zone'],
    ['iso', '2023-02-30T00:00:00', '2 bad-time'],
    [undefined, '1700000000000', '2 milliseconds'],
    [undefined, '17', '2 not-seconds'],
    ['seconds', '2023-11-14T22:13:20Z', '2 bad-time'],
    ['milliseconds', '1700000000', '2 bad-time'],
    ['iso', '1700000000', '2 bad-time'],
    ['iso', '2023-02-30T00:00:00Z', '2 bad-time'],
    [{ format: 'dd/MM/yyyy' }, '14/11/2023', '2 no-zone'],
    [{ format: 'dd/MM/yyyy' }, '31/02/2023', '2 bad-time'],
    [{ format: 'dd/MM/yyyy ZZ' }, '14/11/2023', '2 bad-time'],
    [undefined, '2126-01-01T00:00:00Z', '2 future-time'],
    [undefined, '2023-11-14T22:13:20+01:00[America/New_York]', '2 bad-time'],
    [undefined, '2023-11-14T22:13:20[Europe/Nowhere]', '2 bad-time'],
    [undefined, '2023-11-14T22:13:20Z[!u-ca=hebrew]', '2 bad-time'],
    ['iso', '2023-11-14T22:13:20Z[]', '2 bad-time'],
  ])('as %j is refused: %s', async (form, cell, refusal) => {
    expect((await readTime(cell, form)).refusals).toEqual([refusal]);
  });
});

test('a zone in brackets wins over the configured one', async () => {
  const { time } = await readTime('2023-11-14T22:13:20Z[UTC]', undefined, 'Europe/Berlin');

  expect(time).toBe('2023-11-14T22:13:20.000Z');
});

test.each(['22:13', 'T22:13:20', '2023', '2023-11', '2023-W46', '--11-14', '11-14T22:13'])(
  'a date that lacks a part is refused instead of guessed: %s',
  async (cell) => {
    expect((await readTime(cell, 'iso', 'UTC')).refusals).toEqual(['2 bad-time']);
  },
);

test.each([
  ['HH:mm', 'must have the year, the month and the day'],
  ['dd/MM HH:mm', 'must have the year, the month and the day'],
  ['MMM yyyy', 'must have the year, the month and the day'],
  ["'d'/MM/yyyy HH:mm", 'must have the year, the month and the day'],
  ['dd/MM/yyyy hh:mm', 'Write H for a clock with 24 hours'],
])('a format that leaves a part of the time open is refused: %s', (format, reason) => {
  const { error } = kindMapping.safeParse({ times: { sentAt: { format } } });

  expect(error!.issues[0]!.message).toContain(reason);
});

test.each(['dd/MM/yyyy', 'yyyy-ooo', "kkkk-'W'WW-E", 'DDD, t', 'X', 'dd/MM/yyyy h:mm a'])(
  'a format that leaves nothing open is taken: %s',
  (format) => {
    expect(kindMapping.safeParse({ times: { sentAt: { format } } }).success).toBe(true);
  },
);

describe('a time without a zone is one of the configured zone, never of the machine', () => {
  test.each<[string, TimeForm, string | undefined, string, string[]]>([
    ['2023-07-01T12:00:00', undefined, 'Europe/Berlin', '2023-07-01T10:00:00.000Z', []],
    ['2023-12-01 12:00', 'iso', 'Europe/Berlin', '2023-12-01T11:00:00.000Z', []],
    ['2023-07-01T12:00:00Z', undefined, 'Europe/Berlin', '2023-07-01T12:00:00.000Z', []],
    ['2023-07-01', 'iso', 'Asia/Kolkata', '2023-06-30T18:30:00.000Z', []],
    [
      '01/07/2023 12:00',
      { format: 'dd/MM/yyyy HH:mm', zone: 'America/New_York' },
      'Europe/Berlin',
      '2023-07-01T16:00:00.000Z',
      [],
    ],
    // In Berlin the clocks went from 2:00 to 3:00 on 26 March and from 3:00 back to 2:00 on 29 October 2023.
    ['2023-03-26T01:59:59', undefined, 'Europe/Berlin', '2023-03-26T00:59:59.000Z', []],
    [
      '2023-03-26T02:30:00',
      undefined,
      'Europe/Berlin',
      '2023-03-26T01:30:00.000Z',
      ['time-skipped'],
    ],
    ['2023-03-26T03:00:00', undefined, 'Europe/Berlin', '2023-03-26T01:00:00.000Z', []],
    ['2023-10-29T01:59:59', undefined, 'Europe/Berlin', '2023-10-28T23:59:59.000Z', []],
    [
      '2023-10-29T02:30:00',
      undefined,
      'Europe/Berlin',
      '2023-10-29T00:30:00.000Z',
      ['time-repeated'],
    ],
    ['2023-10-29T03:00:00', undefined, 'Europe/Berlin', '2023-10-29T02:00:00.000Z', []],
    // In Sydney they went forward at 2:00 on 1 October 2023, on the day before in UTC. In Los Angeles they went back at 2:00 on
    // 5 November 2023.
    ['2023-10-01T01:30:00', undefined, 'Australia/Sydney', '2023-09-30T15:30:00.000Z', []],
    ['2023-10-01T03:30:00', undefined, 'Australia/Sydney', '2023-09-30T16:30:00.000Z', []],
    ['2023-10-02T01:30:00', undefined, 'Australia/Sydney', '2023-10-01T14:30:00.000Z', []],
    ['2023-11-05T00:30:00', undefined, 'America/Los_Angeles', '2023-11-05T07:30:00.000Z', []],
    ['2023-11-05T23:30:00', undefined, 'America/Los_Angeles', '2023-11-06T07:30:00.000Z', []],
  ])('%s', async (cell, form, zone, time, warnings) => {
    expect(await readTime(cell, form, zone)).toEqual({ time, refusals: [], warnings });
  });
});

test('only the time that the clocks skipped has the warning, in a column of several forms', async () => {
  const times = ['1700000000', '2023-03-26T02:30:00', '1700000000', '2023-11-14T22:13:20Z'];
  const rows = times.map((createdAt, index) => `u${index},U,${createdAt}`);
  const content = `uid,name,createdAt\n${rows.join('\n')}\n`;

  const { warnings } = await read({ content, mapping: { zone: 'Europe/Berlin' } });

  expect(warnings).toEqual([{ record: 'u1', code: 'time-skipped', field: 'createdAt' }]);
});

/** A record, and the time by which it is ordered. */
async function orderOf(kind: Kind, row: Row, mapping: KindMapping) {
  const file = { kind, format: 'ndjson', content: JSON.stringify(row), mapping } as const;
  const [block] = await Array.fromAsync(blocksOf(file));
  return { record: unpack(block!)[0]!.record, time: block!.columns[numberOf.time]! };
}

function message(sentAt: string | number): Row {
  const parties = { sender: 'ada', receiver: 'bob', receiverType: 'user' };
  return { muid: 'm', ...parties, sentAt, data: { text: 'Hi' } };
}

describe('messages of one second are ordered by the fraction of', () => {
  test.each<[TimeForm, string | number, number]>([
    [undefined, '2023-11-14T22:13:20.25Z', 0.25],
    [undefined, '2023-11-14 22:13:20.999999999+00', 0.999999],
    [undefined, '20231114T221320.5Z', 0.5],
    [undefined, '1700000000.75', 0.75],
    [undefined, 1_700_000_000.5, 0.5],
    ['milliseconds', 1_700_000_000_125, 0.125],
    ['microseconds', '1700000000999999', 0.999999],
    [undefined, 1_700_000_000, 0],
  ])('%s %s', async (form, sentAt, fraction) => {
    const mapping = form === undefined ? {} : { times: { sentAt: form } };
    const found = await orderOf('messages', message(sentAt), mapping);

    expect(found.record['sentAt']).toBe(1_700_000_000);
    expect(found.time).toBeCloseTo(1_700_000_000 + fraction, 6);
    expect(Math.floor(found.time)).toBe(1_700_000_000);
  });

  test('no other kind', async () => {
    const user = { uid: 'ada', name: 'Ada', createdAt: 1_700_000_000.5 };

    expect((await orderOf('users', user, {})).time).toBe(1_700_000_000);
  });
});

describe('JSON', () => {
  test.each([
    [1_700_000_000, undefined],
    ['1700000000', undefined],
    [1_700_000_000.5, undefined],
    ['2023-11-14T22:13:20Z', undefined],
    [1_700_000_000_123, 'milliseconds'],
  ] as const)('%j is read like a cell', async (createdAt, form) => {
    const outcome = await read({
      format: 'ndjson',
      content: JSON.stringify({ uid: 'ada', name: 'Ada', createdAt }),
      mapping: form === undefined ? {} : { times: { createdAt: form } },
    });

    expect(outcome.records[0]!.record['createdAt']).toBe(1_700_000_000);
  });
});

const column = (cell: (index: number) => string, rows = 50): string =>
  `uid,name,createdAt\n${Array.from({ length: rows }, (_, index) => `u${index},U,"${cell(index)}"`).join('\n')}`;

describe('a column in another form than declared is one error', () => {
  test.each<[string, (index: number) => string, TimeForm, string]>([
    [
      'milliseconds',
      (index) => String(1.7e12 + index),
      undefined,
      'times: { createdAt: milliseconds }.',
    ],
    [
      'microseconds',
      (index) => String(1.7e15 + index),
      'seconds',
      'times: { createdAt: microseconds }.',
    ],
    ['seconds', (index) => String(1.7e9 + index), 'milliseconds', 'times: { createdAt: seconds }.'],
    ['ISO', () => '2023-11-14T22:13:20Z', 'seconds', 'times: { createdAt: iso }.'],
    [
      'ISO without a zone',
      () => '2023-11-14T22:13:20',
      undefined,
      'times: { createdAt: iso }, and zone to that of the system the file comes from, as in zone: Europe/Berlin.',
    ],
    [
      'a declared form without a zone',
      () => '14/11/2023 22:13',
      { format: 'dd/MM/yyyy HH:mm' },
      'zone to that of the system the file comes from, as in zone: Europe/Berlin.',
    ],
    [
      'RFC 2822',
      () => 'Tue, 14 Nov 2023 22:13:20 GMT',
      undefined,
      'times: { createdAt: rfc2822 }.',
    ],
  ])('%s', async (_, cell, form, fix) => {
    const mapping = form === undefined ? {} : { times: { createdAt: form } };

    await expect(read({ content: column(cell), mapping })).rejects.toMatchObject({
      code: 'wrong-unit',
      column: 'createdAt',
      fix: `In the configuration of users, set ${fix}`,
    });
  });

  test('single bad values are problems of their rows', async () => {
    const content = column((index) => String(index % 5 === 0 ? 1.7e12 : 1.7e9));

    expect(refusals(await read({ content }, strict))).toHaveLength(10);
  });

  test('a few rows are not enough to decide', async () => {
    const content = column(() => '1700000000000', 9);

    expect(refusals(await read({ content }, strict))).toHaveLength(9);
  });
});

test('a warning about a clock change is for its own row alone', async () => {
  const rows = ['2023-10-29T02:30:00', '2023-10-29T02:30:00Z', '1698546600'].map(
    (cell, index) => `u${index},Ann,"${cell}"\n`,
  );

  const { warnings, records } = await read({
    content: `uid,name,createdAt\n${rows.join('')}`,
    mapping: { zone: 'Europe/Berlin' },
  });

  expect(records).toHaveLength(3);
  expect(warnings.map(({ record }) => record)).toEqual(['u0']);
});
