import { writeFileSync } from 'node:fs';
import { ObjectId, serialize } from 'bson';
import { expect, test } from 'vitest';
import { GridFiles } from '../../src/reading/grid-files.ts';
import { testFolder } from '../zip-file.ts';

type Document = Parameters<typeof serialize>[0];

const chunk = (file: unknown, n: number, data: string | Buffer): Document => ({
  _id: new ObjectId(),
  files_id: file,
  n,
  data: Buffer.from(data),
});

function write(path: string, documents: readonly Document[]): string {
  writeFileSync(path, Buffer.concat(documents.map((each) => serialize(each))));
  return path;
}

async function read(grid: GridFiles, id: string): Promise<string | undefined> {
  const pieces = await grid.piecesOf(id);
  return pieces && Buffer.concat(await Array.fromAsync(pieces)).toString('latin1');
}

test('chunks of several files may alternate, and be longer than what is read at once', async () => {
  using folder = testFolder();
  const large = Buffer.alloc(9_000_000, 'large ');
  const id = new ObjectId();
  const path = write(folder.file('chunks.bson'), [
    chunk('a', 1, 'two'),
    chunk(id, 0, 'by the id of MongoDB'),
    chunk('b', 0, large),
    chunk('a', 0, 'one'),
    chunk('a', 2, '.'),
  ]);
  using grid = await GridFiles.open(path, undefined);

  expect(await read(grid, 'a')).toBe('onetwo.');
  expect(await read(grid, id.toHexString())).toBe('by the id of MongoDB');
  expect(Buffer.from((await read(grid, 'b'))!).equals(large)).toBe(true);
});

test('a file that the dump does not have whole is none', async () => {
  using folder = testFolder();
  const path = write(folder.file('x.chunks.bson'), [
    chunk('whole', 0, 'abc'),
    chunk('whole', 1, 'd'),
    chunk('without its end', 0, 'abc'),
    chunk('without its beginning', 1, 'abc'),
    chunk('with a gap', 0, 'abc'),
    chunk('with a gap', 2, 'abc'),
  ]);
  const files = write(folder.file('x.files.bson'), [
    { _id: 'whole', length: 4 },
    { _id: 'without its end', length: 4 },
    { _id: 'empty', length: 0 },
    { _id: 'without chunks', length: 9 },
  ]);
  using grid = await GridFiles.open(path, files);

  const found = ['whole', 'empty', 'without its end', 'without its beginning', 'with a gap'];
  expect(await Promise.all(found.map((id) => read(grid, id)))).toEqual([
    'abcd',
    '',
    undefined,
    undefined,
    undefined,
  ]);
  expect(await read(grid, 'without chunks')).toBeUndefined();
  expect(await read(grid, 'unknown')).toBeUndefined();
});

test('a collection that is cut off is refused', async () => {
  using folder = testFolder();
  const whole = serialize(chunk('a', 0, 'abc'));
  for (const end of [whole.length - 1, whole.length + 2]) {
    const path = folder.file(`${end}.bson`);
    writeFileSync(path, Buffer.concat([whole, whole]).subarray(0, end));
    await expect(GridFiles.open(path, undefined)).rejects.toThrow(/is damaged or cut off/);
  }
});
