import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nameOfRows } from '../src/tables/name-of-rows.ts';

test.each([
  ['phpbb_users.csv.gz', 'phpbb_users'],
  ['chat%2Fmessages.bson', 'chat/messages'],
  ['100%.bson', '100%'],
  ['100%2F.csv', '100%2F'],
])('the rows of %s are called %s', (file, name) => {
  expect(nameOfRows(file)).toBe(name);
});

test('a collection whose file has a name that was cut off is called as its metadata say', () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'collections-'));
  const file = path.join(folder.path, 'mess%24Vn3yYw.bson');
  writeFileSync(
    path.join(folder.path, 'mess%24Vn3yYw.metadata.json'),
    '{"indexes":[],"uuid":"1","collectionName":"messages","type":"collection"}',
  );
  writeFileSync(path.join(folder.path, 'users.metadata.json'), '{');

  expect(nameOfRows(file)).toBe('messages');
  expect(nameOfRows(path.join(folder.path, 'users.bson'))).toBe('users');
});
