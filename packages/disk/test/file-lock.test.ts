import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type FileLock, lockHolder, takeLock, takeQuietLock } from '../src/file-lock.ts';

const temporary = () => mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-lock-'));

test('a lock keeps a second one out, names its holder, and is free again when disposed of', () => {
  using folder = temporary();
  const file = path.join(folder.path, 'lock.sqlite');
  expect(lockHolder(file)).toBeUndefined();

  const first = takeLock(file, 1000);
  const second = takeLock(file, 2000);

  expect(second).toEqual({ takenBy: { pid: process.pid, host: expect.any(String), since: 1000 } });
  expect(lockHolder(file)).toMatchObject({ pid: process.pid, since: 1000 });
  if (!('holder' in first)) throw new Error('not taken');
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect(lockHolder(file)).toBeUndefined();
  using third = takeLock(file, 3000) as Disposable;
  expect(third).toMatchObject({ holder: { since: 3000 } });
});

test('a lock names its holder also when another process wrote its own name in between', () => {
  using folder = temporary();
  const file = path.join(folder.path, 'lock.sqlite');
  {
    using db = new DatabaseSync(file);
    db.exec(`
      CREATE TABLE holder (pid INTEGER, host TEXT, since INTEGER) STRICT;
      CREATE TABLE turns (n INTEGER);
      CREATE TRIGGER another AFTER INSERT ON holder WHEN (SELECT count(*) FROM turns) < 2 BEGIN
        INSERT INTO turns VALUES (1);
        UPDATE holder SET pid = 1;
      END`);
  }

  using lock = takeLock(file, 1000) as FileLock;

  expect(lock.holder).toMatchObject({ pid: process.pid });
  expect(lockHolder(file)).toMatchObject({ pid: process.pid, since: 1000 });
});

test('a quiet lock keeps a second one out', () => {
  using folder = temporary();
  const file = path.join(folder.path, 'lock.sqlite');

  const first = takeQuietLock(file);
  expect(takeQuietLock(file)).toBeUndefined();
  first?.[Symbol.dispose]();

  using again = takeQuietLock(file);
  expect(again).toBeDefined();
});

test('a lock file that is something else is an error of SQLite', () => {
  using folder = temporary();
  const file = path.join(folder.path, 'lock.sqlite');
  writeFileSync(
    file,
    'not a database, but long enough to be read as the header of one: '.repeat(20),
  );

  expect(() => takeLock(file, 0)).toThrow('file is not a database');
  expect(() => takeQuietLock(file)).toThrow('file is not a database');
});
