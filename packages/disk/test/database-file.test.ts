import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { canBeRead, notADatabaseFile } from '../src/index.ts';

test.each([
  ['a link', (file: string): void => symlinkSync('elsewhere', file)],
  ['a folder', (file: string): void => mkdirSync(file)],
  ['a pipe, device or socket', (file: string): void => void execFileSync('mkfifo', [file])],
] as const)('%s in place of a database, or of a file beside it, is found', (what, plant) => {
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-disk-'));
    const database = path.join(folder.path, 'some.sqlite');
    expect(notADatabaseFile(database)).toBeUndefined();

    plant(`${database}${suffix}`);

    expect(notADatabaseFile(database)).toEqual({ path: `${database}${suffix}`, what });
  }
});

test('a file that is there, or not there, can be read; a folder cannot', () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-disk-'));
  const file = path.join(folder.path, 'file');

  expect(canBeRead(file)).toBe(true);
  writeFileSync(file, Buffer.alloc(3_000_000));
  expect(canBeRead(file)).toBe(true);
  expect(notADatabaseFile(file)).toBeUndefined();
  expect(canBeRead(folder.path)).toBe(false);
});
