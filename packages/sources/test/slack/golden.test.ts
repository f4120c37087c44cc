import { expect, test } from 'vitest';
import { readAll } from '../read-all.ts';
import { testFolder, writeZip } from '../zip-file.ts';
import { exampleParts } from './example.ts';

test('the example becomes exactly these records', async () => {
  using folder = testFolder();
  await writeZip(folder.file('a.zip'), exampleParts);

  const all = await readAll(folder.file('a.zip'));

  expect(all.rejected).toEqual([]);
  expect({ users: all.users, groups: all.groups, members: all.members }).toMatchSnapshot();
  expect(all.messages).toMatchSnapshot();
  expect(all.places).toMatchSnapshot();
  expect(all.filtered).toEqual({
    'subtype is channel_join, and systemMessages is skip': 1,
    'subtype is tombstone: it was deleted in Slack': 1,
  });
  expect(all.account).toMatchSnapshot();
  expect(all.notCarried.map(({ file: _, ...rest }) => rest)).toMatchSnapshot();
  expect(all.everything).not.toContain('xoxe');
});
