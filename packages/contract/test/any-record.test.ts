/* oxlint-disable vitest/no-conditional-expect -- what is expected depends on what was drawn */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge, type Kind, type Row } from '../src/index.ts';

/** `npm run test:long` asks for many more. */
const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 400) };

const now = 1_767_225_600;
const oldestSentAt = now - 1000;

/** A value, and the codes that the service's limits give it; without a code it is accepted. */
type Choice = readonly [value: unknown, ...codes: string[]];

const of = (text: string, times: number): string => text.repeat(times);
const url = (length: number): string => `https://x.org/${of('p', length - 14)}`;

const id: readonly Choice[] = [
  ['ada'],
  [of('a', 100)],
  [of('a', 101), 'too-long'],
  ['Ada', 'bad-id'],
  ['a.b', 'bad-id'],
  ['', 'empty-field', 'bad-id'],
  [undefined, 'missing-field'],
  [7, 'wrong-type'],
];
const optional = (choices: readonly Choice[]): readonly Choice[] => [
  [undefined],
  [undefined],
  ...choices.filter(([value]) => value !== undefined),
];
const name: readonly Choice[] = [
  ['Ada'],
  [of('n', 100)],
  [of('n', 101), 'too-long'],
  [of('語', 100)],
  [of('🚋', 50)],
  [of('🚋', 51), 'too-long'],
  [' \u00A0', 'empty-field'],
  ['a\0b', 'null-character'],
  [undefined, 'missing-field'],
];
const address = optional([
  ['http://x.org'],
  [url(3000)],
  [url(3001), 'too-long'],
  ['ftp://x.org', 'bad-url'],
  ['x.org', 'bad-url'],
]);
const tags = optional([
  [[]],
  [Array.from({ length: 25 }, () => of('t', 100))],
  [Array.from({ length: 26 }, () => 't'), 'too-many'],
  ['t', 'wrong-type'],
]);
const time: readonly Choice[] = [
  [now],
  [oldestSentAt],
  [1_000_000_000],
  [999_999_999, 'not-seconds'],
  [10_000_000_000, 'not-seconds'],
  [1.5e9 + 0.5, 'not-seconds'],
  [now * 1000, 'milliseconds'],
  ['1700000000', 'not-seconds'],
  [undefined, 'missing-field'],
  [now + 1],
];
const scope = optional([['admin'], ['participant'], ['owner', 'bad-value']]);

/** An object of exactly this many bytes as JSON. */
function sized(bytes: number, unit: string): Row {
  const room = bytes - Buffer.byteLength('{"text":""}');
  const units = Math.floor(room / Buffer.byteLength(unit));
  return { text: of(unit, units) + of('x', room - units * Buffer.byteLength(unit)) };
}

const metadata: readonly Choice[] = [
  [undefined],
  [{}],
  ...['x', 'ü', '語', '🚋'].flatMap((unit): Choice[] => [
    [sized(5120, unit)],
    [sized(5121, unit), 'metadata-too-large'],
  ]),
  [[], 'wrong-type'],
  [null, 'wrong-type'],
  [{ a: ['\uDE00'] }, 'broken-text'],
];
const data: readonly Choice[] = [
  [{ text: 'Hello' }],
  ...['x', '語', '🚋'].flatMap((unit): Choice[] => [
    [sized(10_240, unit)],
    [sized(10_241, unit), 'data-too-large'],
  ]),
  [{ text: 'a\uD83D' }, 'broken-text'],
];

type Table = Readonly<Record<string, readonly Choice[]>>;

const tables = {
  users: {
    uid: id,
    name,
    avatar: address,
    link: address,
    role: optional(id),
    createdAt: optional(time),
    lastActiveAt: optional(time),
    metadata,
    tags,
    mood: [[undefined], [undefined], [undefined], ['good', 'unknown-field']],
  },
  groups: {
    guid: id,
    name,
    type: [['public'], ['private'], ['secret', 'bad-value'], [undefined, 'missing-field']],
    password: optional([['x'], [of('x', 100)], [of('x', 101), 'too-long'], ['', 'empty-field']]),
    icon: address,
    owner: optional(id),
    createdAt: optional(time),
    metadata,
    tags,
  },
  members: {
    guid: id.filter(([, code]) => code === undefined),
    uid: id.filter(([, code]) => code === undefined),
    scope,
    isBanned: optional([[true], [false], ['yes', 'wrong-type']]),
    joinedAt: optional(time),
  },
  messages: {
    muid: [['m1'], [of('m', 500)], ['', 'empty-field'], [undefined, 'missing-field']],
    sender: id,
    receiver: id,
    receiverType: [['user'], ['group'], ['both', 'bad-value'], [undefined, 'missing-field']],
    sentAt: time,
    deliveredAt: optional(time),
    readAt: optional(time),
    tags,
    data,
  },
} satisfies Partial<Record<Kind, Table>>;

/** Codes that only a record without any other problem gets. */
const afterwards = ['metadata-too-large', 'data-too-large', 'broken-text'];

/** The problems of a plain reading, as `code field`. */
function expectedOf(kind: keyof typeof tables, chosen: Readonly<Record<string, Choice>>): string[] {
  const found = Object.entries(chosen).flatMap(([field, [, ...codes]]) =>
    codes.flatMap((code) => (afterwards.includes(code) ? [] : [`${code} ${field}`])),
  );
  if (found.length > 0) return found;
  const times = ['createdAt', 'joinedAt', 'lastActiveAt', 'sentAt', 'deliveredAt', 'readAt'];
  const late = times.find((field) => chosen[field]?.[0] === now + 1);
  if (late !== undefined) return [`future-time ${late}`];
  const sentAt = chosen['sentAt']?.[0] as number | undefined;
  if (kind === 'messages' && sentAt! < oldestSentAt) return ['too-old sentAt'];
  return Object.entries(chosen).flatMap(([field, [, ...codes]]) =>
    codes.map((code) => `${code} ${field}`),
  );
}

const good = ([, code]: Choice): boolean => code === undefined;

/** One choice for each field: most are good, so that the last rules are reached too. */
function anyOf(table: Table): fc.Arbitrary<Record<string, Choice>> {
  return fc.record(
    Object.fromEntries(
      Object.entries(table).map(([field, choices]) => [
        field,
        fc.oneof(
          { weight: 12, arbitrary: fc.constantFrom(...choices.filter(good)) },
          { weight: 1, arbitrary: fc.constantFrom(...choices) },
        ),
      ]),
    ),
  );
}

test.each(Object.keys(tables) as (keyof typeof tables)[])(
  'any record of %s has the problems that a plain reading of the limits finds',
  (kind) => {
    fc.assert(
      fc.property(anyOf(tables[kind]), (chosen) => {
        const row = Object.fromEntries(
          Object.entries(chosen).flatMap(([field, [value]]) =>
            value === undefined ? [] : [[field, value]],
          ),
        );
        const before = structuredClone(row);
        const judged = judge(kind, row, { now, oldestSentAt });
        const problems = judged.ok
          ? []
          : judged.problems.map(({ code, field }) => `${code} ${field?.split('.')[0]}`);
        expect(problems.toSorted()).toEqual(expectedOf(kind, chosen).toSorted());
        if (judged.ok) expect(JSON.parse(judged.wire)).toMatchObject(before);
      }),
      runs,
    );
  },
);
