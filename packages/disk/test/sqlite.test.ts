import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { isDiskFull } from '../src/disk-full.ts';
import { guardedRows, sqliteCode, sqliteCodes, transaction } from '../src/sqlite.ts';

function numbers(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY); INSERT INTO numbers VALUES (1), (2), (3)');
  return db;
}

function count(db: DatabaseSync): unknown {
  return db.prepare('SELECT count(*) AS count FROM numbers').get()?.['count'];
}

test('a transaction keeps all changes, or none when one fails', () => {
  using db = numbers();
  const insert = (...values: number[]) =>
    transaction(db, () => {
      for (const value of values) db.prepare('INSERT INTO numbers VALUES (?)').run(value);
      return values.length;
    });

  expect(insert(4, 5)).toBe(2);
  expect(() => insert(6, 1)).toThrow('UNIQUE');

  expect(count(db)).toBe(5);
  expect(db.isTransaction).toBe(false);
});

test('an error after which SQLite has rolled back by itself is the one that is thrown', () => {
  using db = numbers();
  let thrown: unknown;
  try {
    transaction(db, () => db.exec('INSERT OR ROLLBACK INTO numbers VALUES (1)'));
  } catch (error) {
    thrown = error;
  }

  expect(sqliteCode(thrown)).toBe(19);
});

test('the primary result code is read from an extended one', () => {
  using db = numbers();
  let thrown: unknown;
  try {
    db.exec('INSERT INTO numbers VALUES (1)');
  } catch (error) {
    thrown = error;
  }

  expect((thrown as { errcode: number }).errcode).toBeGreaterThan(255);
  expect(sqliteCode(thrown)).toBe(19);
  expect(sqliteCode(new Error('other'))).toBeUndefined();
});

test('a database that may not grow reports a full disk', () => {
  using db = numbers();
  db.exec('PRAGMA max_page_count = 3; CREATE TABLE texts (text TEXT)');
  let thrown: unknown;
  try {
    db.prepare('INSERT INTO texts VALUES (?)').run('x'.repeat(100_000));
  } catch (error) {
    thrown = error;
  }

  expect(sqliteCode(thrown)).toBe(sqliteCodes.full);
  expect(isDiskFull(thrown)).toBe(true);
});

function guard<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error('translated', { cause: error });
  }
}

test('what reading rows throws is translated, what their consumer throws is not', () => {
  using db = numbers();
  const rows = (sql: string) => guardedRows(guard, () => db.prepare(sql).iterate());

  expect([...rows('SELECT n FROM numbers')].map(({ n }) => n)).toEqual([1, 2, 3]);
  expect(() => [...rows('SELECT n FROM nowhere')]).toThrow('translated');
  expect(() => [...rows('SELECT abs(-9223372036854775807 - n) FROM numbers WHERE n = 1')]).toThrow(
    'translated',
  );
  expect(() => {
    for (const { n } of rows('SELECT n FROM numbers')) throw new Error(`consumer at ${String(n)}`);
  }).toThrow('consumer at 1');
  db.exec('DROP TABLE numbers'); // SQLite refuses it while rows are being read.
});

test('a transaction that cannot write does not begin its work', () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-sqlite-'));
  const file = path.join(folder.path, 'db.sqlite');
  using writer = new DatabaseSync(file);
  writer.exec('CREATE TABLE numbers (n); BEGIN IMMEDIATE');
  using second = new DatabaseSync(file, { timeout: 0 });
  let isBegun = false;

  expect(() => transaction(second, () => (isBegun = true))).toThrow('locked');

  expect(isBegun).toBe(false);
});
