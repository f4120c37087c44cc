import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/databases/database.ts';

const dump = `-- MySQL dump 10.13
CREATE TABLE users (id int, name text, password text, email text, empty text);
INSERT INTO users VALUES (1,'Ann','x',NULL,NULL),(2,'Bob','y','','');
CREATE TABLE sessions (id int, at point);
INSERT INTO sessions VALUES (1,ST_GeomFromText('POINT(1 2);')),(2,'it''s ),('),(3,NULL);
INSERT INTO sessions (id) VALUES (4);
CREATE TABLE name (a int);
INSERT INTO name VALUES (7),(8);
CREATE TABLE nothing (a int);
INSERT INTO copies SELECT * FROM users;
-- Dump completed
`;

async function unreadOf(...queries: string[]): Promise<readonly object[]> {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'dumps-'));
  const file = path.join(folder.path, 'dump.sql');
  writeFileSync(file, dump);
  const users = queries.map((query) => ({ query, key: 'id' }));
  await using database = await openDatabase({ dump: file, kinds: { users } });
  return database.unread;
}

test('every row of a table that no query reads is counted, and every value of a column', async () => {
  expect(await unreadOf('SELECT id, name FROM users')).toEqual([
    { place: 'users.password', values: 2, rows: 2 },
    { place: 'sessions', values: 4 },
    { place: 'name', values: 2 },
  ]);
});

test('what any of several queries reads, also in a condition, counts as read', async () => {
  expect(
    await unreadOf(
      'SELECT id, name FROM users WHERE password IS NOT NULL',
      'SELECT id, email FROM users WHERE id IN (SELECT a FROM name)',
    ),
  ).toEqual([{ place: 'sessions', values: 4 }]);
});
