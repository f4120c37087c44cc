import { expect, test } from 'vitest';
import { mappingOf, unusedEntries } from '../src/configuration/file-mapping.ts';
import type { Configuration } from '../src/configuration/schema.ts';

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
    ignore: ['y'],
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
