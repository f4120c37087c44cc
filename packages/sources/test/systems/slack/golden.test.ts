import path from 'node:path';
import { expect, test } from 'vitest';
import { readAll } from '../../read-all.ts';
import { testFolder, writeZip } from '../../zip-file.ts';
import { exampleParts } from './example.ts';

const expected = path.join(import.meta.dirname, 'expected.json');

test('the example becomes exactly these records', async () => {
  using folder = testFolder();
  const file = folder.file('a.zip');
  await writeZip(file, exampleParts);

  const { everything, ...all } = await readAll(file);

  const json = JSON.stringify(all, undefined, 2).replaceAll(`${file}/`, '');
  await expect(`${json}\n`).toMatchFileSnapshot(expected);
  expect(everything).not.toContain('xoxe');
});
