import type { KindMapping } from '@chatferry/parsers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  declaredOf,
  mappingInDatabase,
  mappingOf,
  patternFor,
  unusedEntries,
} from '../src/inputs/file-mapping.ts';
import type { Configuration } from '../src/schema/schema.ts';

const configuration: Configuration = {
  zone: 'Europe/Berlin',
  kinds: {
    users: {
      columns: { a: 'uid', b: 'name' },
      constants: { role: 'member', tags: ['moved'] },
      times: { createdAt: 'iso' },
      convert: { name: { prefix: 'x' } },
      only: { state: 'on' },
      ignore: ['z'],
    },
  },
  files: {
    'export/old/*.csv': {
      zone: 'UTC',
      columns: { b: 'avatar' },
      constants: { role: 'guest' },
      times: { createdAt: 'seconds', lastActiveAt: 'iso' },
      convert: { uid: { prefix: 'o' } },
      only: { plan: 'x' },
      ignore: ['y'],
    },
    'new-*.csv': { zone: 'Asia/Tokyo' },
  },
};

test('the entry of a file overrides that of its kind, tables key by key and everything else as a whole', () => {
  expect(mappingOf('export/old/users.csv', 'users', configuration)).toEqual({
    zone: 'UTC',
    columns: { a: 'uid', b: 'avatar' },
    constants: { role: 'guest', tags: ['moved'] },
    times: { createdAt: 'seconds', lastActiveAt: 'iso' },
    convert: { name: { prefix: 'x' }, uid: { prefix: 'o' } },
    only: { state: 'on', plan: 'x' },
    ignore: ['z', 'y'],
  });
});

test('a pattern is for a whole path or a name, and the zone of all files is for those without one', () => {
  const zoneOf = (file: string): unknown => mappingOf(file, 'users', configuration).zone;

  expect(['export/old/users.csv', 'export/users.csv', 'users.csv'].map(zoneOf)).toEqual([
    'UTC',
    'Europe/Berlin',
    'Europe/Berlin',
  ]);
  expect(['new-users.csv', 'export/new-users.csv'].map(zoneOf)).toEqual([
    'Asia/Tokyo',
    'Asia/Tokyo',
  ]);
  expect(unusedEntries(['export/old/users.csv'], configuration)).toEqual(['new-*.csv']);
  expect(unusedEntries(['export/new-users.csv'], configuration)).toEqual(['export/old/*.csv']);
});

const table = fc.option(
  fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y'), { maxKeys: 3 }),
  { nil: undefined },
);
const optional = <T>(...values: readonly T[]): fc.Arbitrary<T | undefined> =>
  fc.constantFrom(undefined, ...values);

const anyMapping = fc
  .record({
    zone: optional('UTC', 'Asia/Tokyo'),
    tagSeparator: optional(',', ';'),
    ignore: optional(['a'], ['b']),
    columns: table,
    only: table,
    convert: table,
    constants: table,
    times: table,
  })
  .map(given) as fc.Arbitrary<KindMapping>;

const levels = fc.tuple(anyMapping, anyMapping, anyMapping, anyMapping);

/** Without the keys that have no value. */
function given<T extends object>(mapping: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(mapping).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}

/** Mappings of which each overrides those before it. */
function naive(zone: string | undefined, ...mappings: readonly KindMapping[]): object {
  const found: Record<string, unknown> = given({ zone });
  for (const mapping of mappings)
    for (const [key, value] of Object.entries(mapping)) {
      const isTable = ['columns', 'only', 'convert', 'constants', 'times'].includes(key);
      if (key === 'ignore')
        found[key] = [...new Set([...((found[key] as string[]) ?? []), ...(value as string[])])];
      else found[key] = isTable ? { ...(found[key] as object), ...(value as object) } : value;
    }
  return found;
}

test('the mapping of a kind is that of all files, of the kind, of the file and of the kind in it, in this order', () => {
  fc.assert(
    fc.property(levels, optional('UTC', 'Europe/Berlin'), ([kind, file, first, second], zone) => {
      const several = { ...file, kinds: { users: [first, second], groups: second } };
      const files = { '*.json': several, 'a*': { kind: 'users', format: 'csv', ...file } };
      const configured = given({ zone, kinds: { users: kind }, files }) as Configuration;

      const found = {
        first: mappingOf('x/b.json', 'users', configured),
        second: mappingOf('x/b.json', 'users', configured, 1),
        third: mappingOf('x/b.json', 'users', configured, 2),
        single: mappingOf('x/b.json', 'groups', configured),
        other: mappingOf('x/b.json', 'messages', configured),
        alone: mappingOf('a.txt', 'users', configured),
        none: mappingOf('b.txt', 'users', configured),
        database: mappingInDatabase('users', first, configured),
        'database of another kind': mappingInDatabase('groups', first, configured),
      };

      expect(found).toEqual({
        first: naive(zone, kind, file, first),
        second: naive(zone, kind, file, second),
        third: naive(zone, kind, file),
        single: naive(zone, file, second),
        other: naive(zone, file),
        alone: naive(zone, kind, file),
        none: naive(zone, kind),
        database: naive(zone, kind, first),
        'database of another kind': naive(zone, first),
      });
    }),
  );
});

test('the first pattern that matches declares what a file holds', () => {
  const several = { groups: {}, users: [{}, {}] };
  const files = {
    '*.csv': { kind: 'users', format: 'csv' },
    'a.*': { kinds: several, skip: 2 },
    'b.csv': { kind: 'groups' },
  } as unknown as Configuration['files'];
  const names = ['a.csv', 'in/a.json', 'b.csv', 'c.json'];

  expect(names.map((name) => [patternFor(name, { files }), declaredOf(name, { files })])).toEqual([
    ['*.csv', { kinds: ['users'], format: 'csv' }],
    ['a.*', { kinds: ['users', 'users', 'groups'], skip: 2 }],
    ['*.csv', { kinds: ['users'], format: 'csv' }],
    [undefined, {}],
  ]);
  expect([patternFor(undefined, { files }), patternFor('a.csv', {})]).toEqual([
    undefined,
    undefined,
  ]);
  expect(unusedEntries(names, { files })).toEqual([]);
  expect(unusedEntries(['c.json'], { files })).toEqual(['*.csv', 'a.*', 'b.csv']);
  expect(unusedEntries(names, {})).toEqual([]);
});
