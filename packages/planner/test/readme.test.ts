import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { PlanErrorCode } from '../src/index.ts';
import { compile, temporaryFolder } from './rig.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The names in back quotes of the table row that begins with one. */
function namesIn(row: string): string[] {
  return [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
}

test('the README names every table of a plan and its columns', async () => {
  using planned = await compile({});
  using db = new DatabaseSync(planned.path, { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')").all();

  for (const { name } of tables as { name: string }[]) {
    const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(name) as {
      name: string;
    }[];
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
    expect(namesIn(row).slice(1, columns.length + 1)).toEqual(columns.map((each) => each.name));
  }
});

const codes = {
  'no-plan': true,
  'not-a-plan': true,
  'other-version': true,
  damaged: true,
  unreadable: true,
  busy: true,
  'disk-full': true,
  'gone-differs': true,
  'id-clash': true,
  'unknown-conversation': true,
} satisfies Record<PlanErrorCode, true>;

test('the README names every code of an error', () => {
  expect(Object.keys(codes).filter((code) => !readme.includes(`\n| \`${code}\` `))).toEqual([]);
});

test('the example in the README runs unchanged', () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');
  const example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '';

  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@chatferry/source', '--input-type=module-typescript', '-'],
    {
      cwd: new URL('..', import.meta.url),
      env: { ...process.env, FORCE_COLOR: '0' },
      input: example.replaceAll('job/plan.sqlite', path),
      encoding: 'utf8',
    },
  );

  expect(stderr).toBe('');
  expect(stdout.trimEnd().split('\n')).toEqual([
    "{ step: 'reading', file: 'users.csv', rows: 1, merged: 0 }",
    "{ step: 'batching', kind: 'users', done: 1, total: 1 }",
    '{ requests: 1, bytes: 44, minutes: 0.016666666666666666 }',
    '1 44',
  ]);
});
