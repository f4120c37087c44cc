import { expect, test } from 'vitest';
import { keyOf, settingNames } from '../src/index.ts';
import { configuration } from '../src/schema/schema.ts';
import { defineConfig } from '../src/schema/define-config.ts';

test('a configuration in code takes every key that the YAML form has', () => {
  const config = defineConfig({
    inputs: ['./export'],
    apiKey: '${LEGACY_KEY}',
    zone: 'Europe/Berlin',
    kinds: { users: { columns: { login: 'uid' }, transform: (row) => row } },
    files: { 'notes.csv': { skip: 'notes of the operators' }, 'people.csv': { kind: 'users' } },
    sources: [{ sqlite: 'forum.db', kinds: { users: { query: 'SELECT 1' } } }],
    media: { map: './media/map.ndjson' },
    cleaning: { badOptional: 'reject' },
    limits: { membersPerGroup: 10, groupsPerUser: 10, friendsPerUser: 10 },
    createRoles: true,
    threads: 'reply',
    routes: { users: 'chat' },
  });

  const settings = settingNames.map(keyOf);
  const keys = Object.keys(configuration.shape).filter(
    (key) => !settings.some((name) => name === key),
  );
  expect(Object.keys(config).toSorted()).toEqual(keys.toSorted());
});
