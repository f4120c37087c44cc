import { expect, test } from 'vitest';
import { readAll } from '../read-all.ts';
import { testFolder, writeZip } from '../zip-file.ts';
import { exampleParts } from './example.ts';

test('the example is read as it should be', async () => {
  using folder = testFolder();
  await writeZip(folder.file('a.zip'), exampleParts);
  const all = await readAll(folder.file('a.zip'));
  expect(all.rejected).toEqual([]);
});
