import {
  closeSync,
  mkdirSync,
  mkdtempDisposableSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freeBytes, isDiskFull } from '../src/disk-full.ts';
import { publishFile, readFileOnly, replaceFile } from '../src/replace-file.ts';
import { systemCode } from '../src/system-code.ts';

const temporary = () => mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-disk-'));

test('a file is replaced as a whole, and only its owner can read it', () => {
  using folder = temporary();
  const file = path.join(folder.path, 'control.json');
  writeFileSync(file, 'a longer text than the new one', { mode: 0o644 });

  replaceFile(file, 'new');

  expect(readFileOnly(file)).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder.path)).toEqual(['control.json']);
});

test('neither the file nor its temporary name is followed when it is a link', () => {
  using folder = temporary();
  const [file, victim] = [path.join(folder.path, 'file'), path.join(folder.path, 'victim')];
  writeFileSync(victim, 'untouched');
  symlinkSync(victim, file);
  symlinkSync(victim, `${file}.new`);

  expect(() => readFileOnly(file)).toThrow(expect.objectContaining({ code: 'ELOOP' }));
  replaceFile(file, 'new');

  expect(readFileOnly(file)).toBe('new');
  expect(readFileSync(victim, 'utf8')).toBe('untouched');
});

test('a finished file gets its name, or the one before keeps it', () => {
  using folder = temporary();
  const [built, plan] = [path.join(folder.path, 'built'), path.join(folder.path, 'plan')];
  writeFileSync(plan, 'before');
  writeFileSync(built, 'after');

  expect(() => publishFile(path.join(folder.path, 'absent'), plan)).toThrow('ENOENT');
  expect(readFileOnly(plan)).toBe('before');
  publishFile(built, plan);

  expect(readFileOnly(plan)).toBe('after');
  expect(readdirSync(folder.path)).toEqual(['plan']);
});

test('a full device is recognised, other errors are not', () => {
  using folder = temporary();
  const full = openSync('/dev/full', 'w');
  let thrown: unknown;
  try {
    writeSync(full, 'x');
  } catch (error) {
    thrown = error;
  } finally {
    closeSync(full);
  }

  expect(systemCode(thrown)).toBe('ENOSPC');
  expect(isDiskFull(thrown)).toBe(true);
  expect(isDiskFull(new Error('other'))).toBe(false);
  expect(freeBytes(folder.path)).toBeGreaterThan(0);
});

test.each(['ENOSPC', 'EDQUOT', 'EFBIG'])('%s means that no more can be written', (code) => {
  expect(isDiskFull(Object.assign(new Error('no more'), { code }))).toBe(true);
  expect(isDiskFull(Object.assign(new Error('no more'), { code: 'EIO' }))).toBe(false);
});

test('a disk error without a code is recognised by its words', () => {
  const error = Object.assign(new Error('Input/output error'), { code: '' });

  expect(systemCode(error)).toBe('EIO');
  expect(systemCode(new TypeError('Input/output error'))).toBe('');
});

test('a folder in place of a file is an error of the system', () => {
  using folder = temporary();
  mkdirSync(path.join(folder.path, 'file'));

  expect(() => replaceFile(path.join(folder.path, 'file'), 'x')).toThrow(
    expect.objectContaining({ code: 'EISDIR' }),
  );
});
