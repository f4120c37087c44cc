import { createHash } from 'node:crypto';
import fs, {
  appendFileSync,
  existsSync,
  fstatSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LinesFile } from '../src/lines-file.ts';
import { linesInFile } from '../src/lines-in-file.ts';
import { withShortWrites } from './support/short-writes.ts';

test('a file appears when it is complete, and not at all otherwise', () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-lines-'));
  const whole = path.join(folder.path, 'whole');
  {
    using file = new LinesFile(whole);
    for (let line = 0; line < 20_000; line++) file.write(`line ${line} ⛴`);
    file.finish();
    using left = new LinesFile(path.join(folder.path, 'left'));
    left.write('half');
  }

  expect(readdirSync(folder.path)).toEqual(['whole']);
  const lines = readFileSync(whole, 'utf8').split('\n');
  expect(lines).toHaveLength(20_001);
  expect(lines[19_999]).toBe('line 19999 ⛴');
});

test('the lines of a file are read as they were written, whatever breaks they contain', async () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-lines-'));
  const name = path.join(folder.path, 'file');
  const separators = ['\u0085', '\u2028', '\u2029', '\r', '\v', ''];
  const written = Array.from({ length: 20_000 }, (_, nth) => `⛴${separators[nth % 6]}${nth}`);
  const last = 'x'.repeat(200_000);
  {
    using file = new LinesFile(name);
    for (const line of [...written, '', last]) file.write(line);
    file.finish();
  }

  expect(await Array.fromAsync(linesInFile(name))).toEqual([...written, '', last]);
  appendFileSync(name, 'without a break');
  expect((await Array.fromAsync(linesInFile(name))).at(-1)).toBe('without a break');
});

test('the length and the hash that it returns are those of the file', () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-lines-'));
  const name = path.join(folder.path, 'file');
  for (const lines of [0, 1, 30_000]) {
    using file = new LinesFile(name);
    for (let line = 0; line < lines; line++) file.write(`line ${line} ⛴`);

    expect(file.lines).toBe(lines);
    const { bytes, sha256 } = withShortWrites(10_000, () => file.finish());

    const written = readFileSync(name);
    expect(bytes).toBe(written.length);
    expect(sha256).toBe(createHash('sha256').update(written).digest('hex'));
  }
});

test('a link in place of the temporary file is not followed', () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-lines-'));
  const [name, elsewhere] = [path.join(folder.path, 'file'), path.join(folder.path, 'elsewhere')];
  symlinkSync(elsewhere, `${name}.new`);

  using file = new LinesFile(name);
  file.write('a line');
  file.finish();

  expect(existsSync(elsewhere)).toBe(false);
  expect(readFileSync(name, 'utf8')).toBe('a line\n');
});

test('a file is on disk before it gets its name, and its name is on disk when it is finished', () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-lines-'));
  const whole = path.join(folder.path, 'whole');
  using file = new LinesFile(whole);
  file.write('line');

  const synced = syncsDuring(whole, () => file.finish());

  expect(synced).toEqual([
    { inode: statSync(whole).ino, hasName: false },
    { inode: statSync(folder.path).ino, hasName: true },
  ]);
});

/** Passes each `fsync` on, and notes which file or folder it was for and whether `name` existed then. */
function syncsDuring(name: string, work: () => void): { inode: number; hasName: boolean }[] {
  const synced: { inode: number; hasName: boolean }[] = [];
  const { fsyncSync } = fs;
  fs.fsyncSync = (descriptor) => {
    fsyncSync(descriptor);
    synced.push({ inode: fstatSync(descriptor).ino, hasName: existsSync(name) });
  };
  syncBuiltinESMExports();
  try {
    work();
  } finally {
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
  }
  return synced;
}
