import { expect, test } from 'vitest';
import { planFiles } from '../src/index.ts';
import { startJobRig } from './support/job-rig.ts';

/** The place of each rejected row as `rejects.jsonl` has it. */
function places(text: string): unknown[] {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => {
    const { id, line: at, item } = JSON.parse(line) as Record<string, unknown>;
    return [id, at, item];
  });
}

function group(guid: string, type: string, more: object = {}): object {
  return { guid, name: guid, type, ...more };
}

test('a row that shares its line with others is named with its position in the file', async () => {
  await using rig = await startJobRig();
  const groups = [
    group('a', 'public'),
    group('b', 'password'),
    group('c', 'public', { owner: 'nobody' }),
    group('d', 'private'),
  ];
  const members = [{ guid: 'b', uid: 'ann' }];
  const files = [
    rig.write('users.csv', ['uid,name', 'ann,Ann', ',Nobody']),
    rig.write('groups.json', [JSON.stringify(groups)]),
    rig.write(
      'members.ndjson',
      members.map((member) => JSON.stringify(member)),
    ),
  ];

  const summary = await planFiles(files, { job: rig.job });

  expect(places(rig.inJob('rejects.jsonl'))).toEqual([
    [undefined, 3, undefined],
    ['b', 1, 2],
    ['c', 1, 3],
    ['b_member_ann', 1, undefined],
  ]);
  const root = summary.problems.find(({ root: cause }) => cause?.id === 'b');
  expect(root?.text).toContain('groups.json:1, item 2');
});
