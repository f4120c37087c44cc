import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withShortWrites } from '../../disk/test/support/short-writes.ts';
import { WorkFile } from '../src/storage/work-file.ts';
import { temporaryFolder } from './rig.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes that encode their position. */
function numbers(first: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, index) => first + index);
}

test('bytes written anywhere in the file are read back unchanged', () => {
  using folder = temporaryFolder();
  using file = new WorkFile(join(folder.path, 'work'));
  // Uneven lengths, so that some cross the boundaries of segments.
  let written = 0;
  for (let nth = 0; nth < 100; nth++) {
    const length = 12_345 + nth;
    const part = numbers(written, length);
    if (written === 0) withShortWrites(10_000, () => file.append(part));
    else file.append(part);
    written += length;
  }

  const some = new Float64Array(50_000);
  for (const first of [0, 250_000, 262_143, written - some.length]) {
    file.read(some, first * 8);
    expect(some).toEqual(numbers(first, some.length));
  }
  expect(file.bytes).toBe(written * 8);
});

test('a segment is removed when all its bytes were released, in any order', async () => {
  using folder = temporaryFolder();
  using file = new WorkFile(join(folder.path, 'work'));
  file.append(new Uint8Array(9 * MEGABYTE));
  const left = (): number => readdirSync(folder.path).length;
  const before = left();

  file.release(4 * MEGABYTE, 6 * MEGABYTE);
  file.release(0, MEGABYTE);
  await expect.poll(left).toBe(before - 1);
  file.release(MEGABYTE, 4 * MEGABYTE);
  await expect.poll(left).toBe(before - 3);

  const rest = new Uint8Array(3 * MEGABYTE);
  file.read(rest, 6 * MEGABYTE);
  file.release(6 * MEGABYTE, 9 * MEGABYTE);
  await expect.poll(left).toBe(0);
});

test('a file with more segments than can be open is read completely', () => {
  using folder = temporaryFolder();
  using file = new WorkFile(join(folder.path, 'work'));
  const segments = 300;
  const segment = new Float64Array((2 * MEGABYTE) / 8);
  for (let each = 0; each < segments; each++) file.append(segment.fill(each));

  const one = new Float64Array(1);
  for (let each = 0; each < segments; each++) {
    const place = (each * 7) % segments;
    file.read(one, place * 2 * MEGABYTE);
    expect(one[0]).toBe(place);
  }
});

test('a link in place of a segment is not followed', () => {
  using folder = temporaryFolder();
  const elsewhere = join(folder.path, 'elsewhere');
  symlinkSync(elsewhere, join(folder.path, 'work.0'));
  using file = new WorkFile(join(folder.path, 'work'));

  expect(() => file.append(new Uint8Array(10))).toThrow(
    expect.objectContaining({ code: 'EEXIST' }),
  );
  expect(existsSync(elsewhere)).toBe(false);
});
