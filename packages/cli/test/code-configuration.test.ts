import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { planFiles } from '../src/index.ts';
import { openPlan, recordOfEntry, entryOf } from '@chatferry/planner';
import { describe, expect, test } from 'vitest';
import { startRig, type Rig } from './support/rig.ts';

const NAMES = 'export const nameOf = (row: { name: string }): string => row.name.trim();\n';

const CODE = `
  import { defineConfig } from 'chatferry';
  import { nameOf } from './names.ts';

  export default defineConfig({
    duplicates: 'reject',
    kinds: {
      users: {
        columns: { id: 'uid' },
        transform(row, context) {
          if (row.name === '') return context.leaveOut('no name');
          if (row.name === 'x') throw new Error('x is no name');
          return { id: row.id, name: nameOf(row) };
        },
      },
    },
  });
`;

/** Writes the configuration and an export, and plans it. */
async function plan(
  rig: Rig,
  code: string,
  more: readonly string[] = [],
): Promise<Awaited<ReturnType<Rig['cli']>>> {
  const users = rig.write('users.csv', 'id,name\nann, Ann \nbob,\nkim,x\nmax,Max\n');
  rig.write('names.ts', NAMES);
  const config = rig.write('chatferry.config.ts', code);
  return rig.cli(['plan', users, `--config=${config}`, '--max-rejects=1', ...more]);
}

function usersOf(job: string): unknown[] {
  using found = openPlan(path.join(job, 'plan.sqlite'));
  return Array.from({ length: found.lanes }, (_, lane) => [...found.batches('users', lane)])
    .flat()
    .flatMap((batch) => batch.ends.map((_, index) => recordOfEntry(entryOf(batch, index).wire)));
}

test('rows go through transform: they are changed, left out or rejected, and the rest lands', async () => {
  await using rig = await startRig();
  const planned = await plan(rig, CODE);
  const config = `--config=${path.join(rig.folder, 'chatferry.config.ts')}`;
  const run = await rig.cli(['run', config, ...rig.target]);
  const verified = await rig.cli(['verify', config, ...rig.target]);

  expect(planned.status).toBe(0);
  expect(planned.out).toContain('1 user where transform leaves it out: no name');
  expect(planned.out).toContain('x is no name, at chatferry.config.ts:12');
  expect(JSON.parse(rig.inJob('rejects.jsonl'))).toMatchObject({
    line: 4,
    code: 'transform-failed',
    row: 'kim,x',
  });
  expect(run.out).toContain('4 = 2 created + 1 rejected + 1 filtered');
  expect(usersOf(rig.job)).toEqual([
    { uid: 'ann', name: 'Ann' },
    { uid: 'max', name: 'Max' },
  ]);
  expect(verified.status).toBe(0);
  expect(rig.inJob('report.html')).toContain('Rows changed by code of');
});

test('a plan is kept until the code or a file that it imports changes', async () => {
  await using rig = await startRig();
  await plan(rig, CODE);
  const users = path.join(rig.folder, 'users.csv');
  const config = `--config=${path.join(rig.folder, 'chatferry.config.ts')}`;
  const again = (): ReturnType<Rig['cli']> => rig.cli(['plan', users, config, '--max-rejects=1']);

  expect((await again()).err).toContain('Nothing changed');
  rig.write('names.ts', NAMES.replace('row.name.trim()', 'row.name.toUpperCase()'));
  expect((await again()).err).toContain('transform.sha256');
  expect(usersOf(rig.job)).toContainEqual({ uid: 'max', name: 'MAX' });
  rig.write('chatferry.config.ts', CODE.replace('row.id,', "row.id + '1',"));
  expect((await again()).err).toContain('transform.sha256');
  expect(usersOf(rig.job)).toContainEqual({ uid: 'max1', name: 'MAX' });
});

test('a transform of a file comes before the one of its kind', async () => {
  await using rig = await startRig();
  const code = `export default {
    kinds: { users: { transform: () => ({ uid: 'kind', name: 'K' }) } },
    files: {
      'users-a.csv': { transform: () => ({ uid: 'file', name: 'F' }) },
      'both.csv': { kinds: { users: { when: { t: 'u' }, transform: () => ({ uid: 'in', name: 'I' }) } } },
    },
  };`;
  const files = [
    rig.write('users-a.csv', 'uid,name\na,A\n'),
    rig.write('users-b.csv', 'uid,name\nb,B\n'),
    rig.write('both.csv', 't,uid\nu,c\n'),
  ];
  const config = rig.write('chatferry.config.ts', code);
  const { status } = await rig.cli(['plan', ...files, `--config=${config}`]);

  expect(status).toBe(0);
  expect((usersOf(rig.job) as { uid: string }[]).map(({ uid }) => uid).toSorted()).toEqual([
    'file',
    'in',
    'kind',
  ]);
});

test('paths and columns that no returned row has are reported', async () => {
  await using rig = await startRig();
  const { status, err } = await plan(
    rig,
    "export default { kinds: { users: { columns: { id: 'uid', nick: 'avatar' }, transform: (row) => row } } };",
  );

  expect(status).toBe(2);
  expect(err).toContain('kinds.users.columns: no row that is read has a column "nick".');
});

test('what the code prints goes to stderr', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'uid,name\nann,Ann\n');
  const config = rig.write(
    'chatferry.config.ts',
    "console.log('loaded'); export default { kinds: { users: { transform: (row) => (console.log('called'), row) } } };",
  );
  const command = rig.spawn(['plan', users, `--config=${config}`, '--json']);
  const { out, err, status } = await command.ended();

  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ kinds: { users: { planned: 1 } } });
  expect(err).toContain('loaded');
  expect(err).toContain('called');
});

test('Ctrl-C stops a transform that does not return', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'uid,name\nann,Ann\n');
  const config = rig.write(
    'chatferry.config.ts',
    "export default { kinds: { users: { transform: () => { console.log('endless'); for (;;); } } } };",
  );
  const command = rig.spawn(['plan', users, `--config=${config}`]);
  await command.until(() => command.err.includes('endless'));
  command.child.kill('SIGINT');
  const { status, err } = await command.ended();

  expect(status).toBe(130);
  expect(err).toContain('nothing was planned');
});

describe('is refused:', () => {
  test.each([
    ['code that cannot be parsed', 'export default {', 'cannot be loaded.'],
    ['code that fails', "throw new Error('no export')", 'cannot be loaded. no export'],
    ['syntax that is not only types', 'enum A { b } export default {};', 'cannot be loaded.'],
    ['an import that is not there', "import './nowhere.ts'; export default {};", 'nowhere.ts'],
    ['no default export', 'export const a = 1;', 'the default export is no configuration'],
    ['a list', 'export default [];', 'the default export is no configuration'],
    ['an unknown key', 'export default { dupes: 1 };', "there is no key 'dupes'"],
    [
      'an unknown key of a kind',
      'export default { kinds: { users: { colums: {} } } };',
      "kinds.users has no key 'colums'",
    ],
    [
      'a transform that is no function',
      "export default { kinds: { users: { transform: 'x' } } };",
      'kinds.users.transform has to be a function',
    ],
    [
      'a function elsewhere',
      'export default { kinds: { users: { columns: { a: () => 1 } } } };',
      'kinds.users.columns.a is a function',
    ],
    [
      'a function for a column that is called transform',
      'export default { files: { a: { columns: { transform: () => 1 } } } };',
      'files.a.columns.transform is a function',
    ],
    [
      'an object that contains itself',
      'const a = { b: {} }; a.b = a; export default a;',
      'b.b.b contains itself',
    ],
    ['code that ends the thread', 'process.exit(0);', 'ended the thread'],
  ])('%s', async (_, code, message) => {
    await using rig = await startRig();
    const { status, err } = await plan(rig, code);

    expect(status).toBe(2);
    expect(err).toContain('chatferry.config.ts');
    expect(err).toContain(message);
  });

  test('a key, which is not printed', async () => {
    await using rig = await startRig();
    const { status, err } = await plan(rig, "export default { apiKey: 'k3y-0f-mine' };");

    expect(status).toBe(2);
    expect(err).toContain('apiKey: has to be a reference such as ${CHATFERRY_API_KEY}');
    expect(err).not.toContain('k3y');
  });

  test('a transform in YAML', async () => {
    await using rig = await startRig();
    const users = rig.write('users.csv', 'uid,name\nann,Ann\n');
    const config = rig.write('chatferry.yaml', 'kinds: { users: { transform: x } }\n');
    const { status, err } = await rig.cli(['plan', users, `--config=${config}`]);

    expect(status).toBe(2);
    expect(err).toContain('chatferry.yaml:1: kinds.users.transform has to be a function');
  });

  test('two configurations, of which none is named', async () => {
    await using rig = await startRig();
    rig.write('users.csv', 'uid,name\nann,Ann\n');
    rig.write('chatferry.yaml', 'duplicates: first\n');
    rig.write('chatferry.config.ts', 'export default { duplicates: "last" };');
    const main = process.env['CHATFERRY_TEST_COMMAND']!;
    const here = (...args: string[]): ReturnType<typeof spawnSync> =>
      spawnSync(process.execPath, [main, ...args], {
        cwd: rig.folder,
        encoding: 'utf8',
      });
    const both = here('plan', 'users.csv');
    const named = here('plan', 'users.csv', '--config=chatferry.config.ts');
    const drafted = here('init', 'users.csv', '--force');

    expect(both.status).toBe(2);
    expect(both.stderr).toContain(
      'There are two configurations: chatferry.yaml and chatferry.config.ts.',
    );
    expect(named.status).toBe(0);
    expect([drafted.status, drafted.stderr]).toEqual([
      2,
      expect.stringContaining('chatferry.config.ts is the configuration of this folder'),
    ]);
  });
});

test('planFiles takes a configuration in code', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'id,name\nann, Ann \nbob,\n');
  rig.write('names.ts', NAMES);
  const configFile = rig.write('chatferry.config.ts', CODE);
  const { kinds } = await planFiles([users], { job: rig.job, configFile });
  const bad = rig.write('bad.ts', 'export default { kinds: { users: { colums: {} } } };');

  expect(kinds.users).toMatchObject({ rows: 2, planned: 1, filtered: 1 });
  await expect(planFiles([users], { job: rig.job, configFile: bad })).rejects.toMatchObject({
    name: 'CodeError',
    message: expect.stringContaining('kinds.users: Unrecognized key') as string,
  });
});
