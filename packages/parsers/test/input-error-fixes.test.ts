import type { KindMapping } from '@chatferry/parsers';
import { expect, test } from 'vitest';
import { type File, type ReadResult, read } from './reading.ts';

/** The fix that the first problem of a file comes with. */
async function fixFor(file: File): Promise<string> {
  let outcome: ReadResult;
  try {
    outcome = await read(file);
  } catch (error) {
    return (error as { fix: string }).fix;
  }
  return outcome.rejected[0]!.problems[0]!.fix;
}

const members = (scope: string): string => `guid,uid,scope\ng,ann,${scope}\n`;
const groups = 'guid,name\ng,G\n';
const message = '{"muid":"m","sender":"a","receiver":"b","sentAt":1700000000,"text":"Hi"}';
const rows = Array.from({ length: 12 }, (_, index) => `u${index},U,${1_700_000_000_000 + index}`);
const times = `uid,name,createdAt\n${rows.join('\n')}\n`;

interface Example {
  readonly file: File;
  /** What the fix has to name. */
  readonly fix: string;
  readonly fixed: { readonly content?: string; readonly mapping?: KindMapping };
}

test.each([
  ['users', '{"uid": …, "name": …}'],
  ['groups', '{"guid": …, "name": …, "type": …}'],
  ['messages', '"muid": …, "sender": …'],
] as const)('a row of %s that is no object is shown what its kind needs', async (kind, example) => {
  expect(await fixFor({ kind, format: 'ndjson', content: '["ann"]' })).toContain(example);
});

test.each<[string, Example]>([
  [
    'a word that is not a scope',
    {
      file: { kind: 'members', content: members('owner') },
      fix: 'admin, moderator, participant',
      fixed: { content: members('admin') },
    },
  ],
  [
    'a missing column that is the same for all rows',
    {
      file: { kind: 'groups', content: groups },
      fix: 'constants: { type: VALUE }',
      fixed: { mapping: { constants: { type: 'public' } } },
    },
  ],
  [
    'the same in JSON',
    {
      file: { kind: 'messages', format: 'ndjson', content: message },
      fix: 'constants: { receiverType: VALUE }',
      fixed: { mapping: { constants: { receiverType: 'user' } } },
    },
  ],
  [
    'two columns with one name',
    {
      file: { content: 'uid,name,uid\nann,Ann,x\n' },
      fix: 'ignore: [uid_2]',
      fixed: { content: 'uid,name,uid_2\nann,Ann,x\n', mapping: { ignore: ['uid_2'] } },
    },
  ],
  [
    'two columns for one field',
    {
      file: { content: 'uid,name,login\nann,Ann,x\n', mapping: { columns: { login: 'name' } } },
      fix: 'ignore: [name]',
      fixed: { mapping: { columns: { login: 'name' }, ignore: ['name'] } },
    },
  ],
  [
    'two columns that are both renamed to one field',
    {
      file: {
        content: 'uid,nick,login\nann,Ann,x\n',
        mapping: { columns: { nick: 'name', login: 'name' } },
      },
      fix: 'remove one of them from columns, and ignore it: ignore: [login]',
      fixed: { mapping: { columns: { nick: 'name' }, ignore: ['login'] } },
    },
  ],
  [
    'a time in another unit',
    {
      file: { content: times },
      fix: 'times: { createdAt: milliseconds }',
      fixed: { mapping: { times: { createdAt: 'milliseconds' } } },
    },
  ],
])('the fix works for %s', async (_, { file, fix, fixed }) => {
  expect(await fixFor(file)).toContain(fix);

  const outcome = await read({ ...file, ...fixed });

  expect(outcome.rejected).toEqual([]);
  expect(outcome.records.length).toBeGreaterThan(0);
});

test('an undeclared form is not called declared', async () => {
  await expect(read({ content: times })).rejects.toThrow('createdAt is not declared');
});
