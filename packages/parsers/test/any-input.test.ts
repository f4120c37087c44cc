import { type Format, type KindMapping } from '@chatferry/parsers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  anyEntries,
  anyWriting,
  type Entry,
  type Person,
  timeMapping,
  write,
  type Writing,
} from './any-file.ts';
import { blocksOf, collect, now } from './reading.ts';
import type { RecordBlock } from '@chatferry/contract';

/** `npm run test:long` asks for many more. */
const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 150) };

/** What is done to the rows of a file. */
interface Wishes {
  readonly name: 'join' | 'template' | 'first';
  readonly only: 'all' | 'on' | 'filled' | 'not-off' | 'empty-or-on' | 'tagged' | 'untagged';
  readonly plans: 'as-is' | 'renamed' | 'any';
  readonly picture: 'as-is' | 'based';
  readonly constant: boolean;
  readonly badOptional: 'drop' | 'reject' | undefined;
  readonly cuts: boolean;
  readonly idPrefix: boolean;
}

const anyWishes: fc.Arbitrary<Wishes> = fc.record({
  name: fc.constantFrom(...(['join', 'template', 'first'] as const)),
  only: fc.constantFrom(
    ...(['all', 'on', 'filled', 'not-off', 'empty-or-on', 'tagged', 'untagged'] as const),
  ),
  plans: fc.constantFrom(...(['as-is', 'renamed', 'any'] as const)),
  picture: fc.constantFrom(...(['as-is', 'based'] as const)),
  constant: fc.boolean(),
  badOptional: fc.constantFrom(...(['drop', 'reject', undefined] as const)),
  cuts: fc.boolean(),
  idPrefix: fc.boolean(),
});

type Condition = NonNullable<KindMapping['only']>[string];

interface Filter {
  readonly column: 'state' | 'tags';
  readonly condition: Condition;
  readonly takes: (person: Person) => boolean;
}

const filters: Readonly<Record<Exclude<Wishes['only'], 'all'>, Filter>> = {
  on: { column: 'state', condition: 'on', takes: ({ state }) => state === 'on' },
  filled: { column: 'state', condition: 'filled', takes: ({ state }) => state !== '' },
  'not-off': { column: 'state', condition: { not: 'off' }, takes: ({ state }) => state !== 'off' },
  'empty-or-on': {
    column: 'state',
    condition: [null, 'on'],
    takes: ({ state }) => state !== 'off',
  },
  tagged: { column: 'tags', condition: 'filled', takes: ({ tags }) => tags.length > 0 },
  untagged: { column: 'tags', condition: 'empty', takes: ({ tags }) => tags.length === 0 },
};

function mappingOf(wishes: Wishes, form: Writing['timeForm']): KindMapping {
  const { name, only, plans, picture, constant } = wishes;
  const values = { gold: 'G', ...(plans === 'any' ? { '*': 'other' } : {}) };
  const convert: KindMapping['convert'] = {
    ...(name === 'join' ? { name: { join: ['first', 'last'], with: '-' } } : {}),
    ...(name === 'template' ? { name: { template: '{last}, {first}' } } : {}),
    ...(plans === 'as-is' ? {} : { 'metadata.plan': { values } }),
    ...(picture === 'based' ? { avatar: { base: 'https://example.org/pictures/' } } : {}),
    ...(constant ? { 'metadata.source': { default: 'old' } } : {}),
  };
  return {
    columns: {
      user: 'uid',
      picture: 'avatar',
      joined: 'createdAt',
      extra: 'metadata',
      plan: 'metadata.plan',
      left: 'deactivatedAt',
      ...(name === 'first' ? { first: 'name' } : {}),
    },
    ignore: [
      ...(name === 'first' ? ['last'] : []),
      ...(only === 'all' || filters[only].column !== 'state' ? ['state'] : []),
    ],
    tagSeparator: '/',
    ...(Object.keys(convert).length === 0 ? {} : { convert }),
    ...(only === 'all' ? {} : { only: { [filters[only].column]: filters[only].condition } }),
    ...(constant ? { constants: { role: 'member' } } : {}),
    ...timeMapping(form),
  };
}

/** The one bucket that an entry ends in. */
interface Bucket {
  readonly line: number;
  readonly record?: unknown;
  readonly rejected?: readonly string[];
  readonly id?: string | undefined;
  readonly dropped?: readonly string[];
  readonly deactivatedAt?: number | undefined;
  readonly isCut?: boolean;
}

function nameOf({ first, last }: Person, wish: Wishes['name']): string {
  if (wish === 'first') return first;
  if (first === '' && last === '') return '';
  return wish === 'template' ? `${last}, ${first}` : [first, last].filter(Boolean).join('-');
}

function pictureOf({ picture }: Person, wish: Wishes['picture']): string {
  return wish === 'based' && picture === 'nowhere'
    ? 'https://example.org/pictures/nowhere'
    : picture;
}

function planOf({ plan }: Person, wish: Wishes['plans']): string {
  if (plan === '' || wish === 'as-is') return plan;
  if (plan === 'gold') return 'G';
  return wish === 'any' ? 'other' : plan;
}

/** Undefined for a person that the filter leaves out. */
function bucketOf(entry: Entry, line: number, wishes: Wishes): Bucket | undefined {
  if ('code' in entry) return { line, rejected: [entry.code] };
  const prefix = wishes.idPrefix ? 'old-' : '';
  const { user, joined, tags, extra, left } = entry;
  if (wishes.only !== 'all' && !filters[wishes.only].takes(entry)) return undefined;
  const id = user === '' ? undefined : prefix + user;
  const needed: string[] = [];
  const optional: string[] = [];
  const fullName = nameOf(entry, wishes.name);
  const isLong = fullName.length > 100;
  if (user === '') needed.push('missing-field');
  if (user === 'e!ve') needed.push('bad-id');
  if (fullName === '') needed.push('missing-field');
  if (isLong) needed.push('too-long');
  const picture = pictureOf(entry, wishes.picture);
  if (picture === 'nowhere') optional.push('bad-url');
  // A time is compared with the clock once everything else is right.
  const isFuture = joined === now + 1;
  const bad = wishes.badOptional === 'reject' ? [...needed, ...optional] : needed;
  const isRepaired = wishes.cuts && bad.every((code) => code === 'too-long');
  if (bad.length > 0 && !isRepaired)
    return { line, id, rejected: [...needed, ...optional].toSorted() };
  if (isFuture && wishes.badOptional === 'reject')
    return { line, id, rejected: ['future-time', ...optional].toSorted() };
  if (isFuture) optional.push('future-time');

  const plan = planOf(entry, wishes.plans);
  const metadata = {
    ...extra,
    ...(plan === '' ? {} : { plan }),
    ...(wishes.constant ? { source: 'old' } : {}),
  };
  const hasMetadata = extra !== undefined || plan !== '' || wishes.constant;
  const record = {
    uid: id,
    name: isLong ? `${cutAt(fullName, 99)}…` : fullName,
    ...(picture === '' || picture === 'nowhere' ? {} : { avatar: picture }),
    ...(joined === undefined || isFuture ? {} : { createdAt: joined }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(hasMetadata ? { metadata } : {}),
    ...(wishes.constant ? { role: 'member' } : {}),
  };
  return { line, id, record, dropped: optional, deactivatedAt: left, isCut: isLong };
}

/** At most this many units, without half a character at the end. */
function cutAt(text: string, units: number): string {
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length > units) break;
    kept += character;
  }
  return kept;
}

const anyCase = anyWriting.chain((writing) =>
  fc.record({
    writing: fc.constant(writing),
    entries: anyEntries(writing, now),
    wishes: anyWishes,
  }),
);

test('every row of any file ends in one bucket, with its values and its line', async () => {
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ writing, entries, wishes }) => {
      const file = write(entries, writing);
      const own = mappingOf(wishes, writing.timeForm);
      const ignore = [...(own.ignore ?? []), ...(file.mapping.ignore ?? [])];
      const mapping = { ...own, ...file.mapping, ignore };
      const { badOptional } = wishes;
      const cleaning = {
        ...(badOptional === undefined ? {} : { badOptional }),
        ...(wishes.cuts ? { tooLong: 'cut' as const } : {}),
      };
      const format: Format = writing.format;
      const blocks: RecordBlock[] = [];
      const changed = { cleaning, ...(wishes.idPrefix ? { idPrefix: 'old-' } : {}) };
      for await (const block of blocksOf({ format, content: file.pieces, mapping }, changed))
        blocks.push(block);
      const result = await collect(blocks as unknown as AsyncIterable<RecordBlock>);
      const buckets = entries.flatMap((entry, index) => {
        const bucket = bucketOf(entry, file.lines[index]!, wishes);
        return bucket === undefined ? [] : [{ ...bucket, text: file.texts[index]! }];
      });
      const landed = buckets.filter(({ record }) => record !== undefined);
      const refused = buckets.filter(({ rejected }) => rejected !== undefined);
      const left = blocks.flatMap(({ filtered }) => [...(filtered?.values() ?? [])]);

      expect(result.records.map(({ line, record }) => ({ line, record }))).toEqual(
        landed.map(({ line, record }) => ({ line, record })),
      );
      expect(
        result.rejected.map(({ line, problems }) => ({
          line,
          rejected: problems.map(({ code }) => code).toSorted(),
        })),
      ).toEqual(refused.map(({ line, rejected }) => ({ line, rejected })));
      const persons = result.rejected.filter((_, index) => refused[index]!.id !== undefined);
      expect(persons.map(({ id }) => id)).toEqual(refused.flatMap(({ id }) => id ?? []));
      expect(result.rejected.map(({ row }) => row.trim())).toEqual(
        refused.map(({ text }) => text.trim()),
      );
      expect(left.reduce((sum, rows) => sum + rows, 0)).toBe(entries.length - buckets.length);
      expect(result.dropped.map(({ record, code }) => `${record} ${code}`)).toEqual(
        landed.flatMap(({ id, dropped = [] }) => dropped.map((code) => `${id} ${code}`)),
      );
      expect(result.derived.map(({ index, value }) => ({ index, value }))).toEqual(
        landed.flatMap(({ deactivatedAt: value }, index) =>
          value === undefined ? [] : [{ index, value }],
        ),
      );
      expect(result.warnings.filter(({ code }) => code === 'text-cut')).toHaveLength(
        landed.filter(({ isCut }) => isCut).length,
      );
    }),
    runs,
  );
});
