import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { commands } from '../src/commands.ts';
import { explainFailure } from '../src/terms/failure.ts';
import { nodeRefusal } from '../src/node-version.ts';
import { startRig } from './support/rig.ts';

test('without a command, or with one that does not exist, it says what there is', async () => {
  await using rig = await startRig();

  expect(await rig.cli([])).toMatchObject({
    status: 2,
    err: expect.stringContaining('chatferry plan [INPUT…]'),
  });
  expect(await rig.cli(['--help'])).toMatchObject({
    status: 0,
    out: expect.stringContaining('chatferry plan [INPUT…]'),
  });
  expect(await rig.cli(['help', 'plan'])).toMatchObject({
    status: 0,
    out: expect.stringContaining('--max-rejects N|N%'),
  });
  expect(await rig.cli(['--version'])).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
  expect(await rig.cli(['imprt'])).toMatchObject({
    status: 2,
    err: expect.stringContaining("Did you mean 'import'?"),
  });
  expect(await rig.cli(['check', 'now'])).toMatchObject({
    status: 2,
    err: expect.stringContaining("takes no argument 'now'"),
  });
});

test.each(Object.keys(commands))('%s --help tells all its options', async (name) => {
  await using rig = await startRig();

  const { status, out } = await rig.cli([name, '--help']);

  expect(status).toBe(0);
  expect(await rig.cli([name, '-h'])).toEqual({ status, out, err: '' });
  const { options } = await commands[name]!.load();
  for (const option of options) expect(out).toMatch(new RegExp(`--(\\[no-\\])?${option}\\b`));
});

test.each([['status'], ['pause'], ['resume'], ['rate', '5']])(
  '%s of a job by its name needs a store, and does not take the job folder of the configuration',
  async (...command) => {
    await using rig = await startRig();
    await rig.cli(['plan', rig.write('users.csv', 'uid,name\nada,Ada\n')]);

    const config = `--config=${rig.write('chatferry.yaml', `job: ${rig.job}\n`)}`;

    for (const isJobConfigured of [false, true]) {
      const { status, err } = await rig.cli([...command, 'job-1', config], { isJobConfigured });
      expect([status, err]).toEqual([2, expect.stringContaining('Name the store with --store')]);
    }
    expect(rig.hasInJob('control.json')).toBe(false);
  },
);

test.each([
  [['plan', 'x', '--gone=remove=1'], 'Name that job: --after JOB.'],
  [['explain', 'messages:a:b'], 'This job has no record messages:a:b.'],
  [['explain', 'messages'], 'One record is needed, as KIND:ID.'],
  [['explain', ':m1'], "There is no kind ''."],
  [['undo', 'local-app'], 'Confirm an undo with the app id: --yes APP.'],
  [['undo', '--yes', 'local-app', 'more'], 'Confirm an undo with the app id: --yes APP.'],
  [['cancel', '--store=postgres://h/d'], 'One job is needed.'],
  [['cancel', 'a', 'b', '--store=postgres://h/d'], 'One job is needed.'],
  [['submit', '--store=postgres://h/d'], 'There is no plan to submit.'],
  [['submit', 'a'], 'No store is named.'],
  [['store', 'drop', '--store=postgres://h/d'], 'The one thing to do with a store is migrate.'],
  [['ledger', 'import', 'job-1', '--store=postgres://h/d'], 'one of two directions'],
  [['ledger', 'export', 'a', 'b', '--store=postgres://h/d'], 'one of two directions'],
  [['verify', '--requests-per-minute=08:00-18:00 5/min, else 9/min'], 'must be a number above 0'],
])('%j is refused with status 2, and nothing is done', async (args, message) => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,name\nada,Ada\n');
  await rig.cli(['plan', file]);
  const given = args.map((arg) => (arg === 'x' ? file : arg));
  const to = args[0] === 'undo' ? rig.target.slice(0, 2) : [];

  const { status, err } = await rig.cli([...given, ...to]);

  expect([status, err]).toEqual([2, expect.stringContaining(message)]);
  expect(rig.service.requests).toEqual([]);
});

test('without a key an import does not begin to plan', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,name\nada,Ada\n');

  const { status } = await rig.cli(['import', file, ...rig.target], {
    env: { CHATFERRY_API_KEY: '' },
  });

  expect([status, rig.hasInJob('plan.sqlite')]).toEqual([2, false]);
});

test('a mistyped option never starts an import', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,name\nada,Ada\n');

  const { status, err } = await rig.cli(['import', file, ...rig.target, '--max-reject=5']);

  expect(status).toBe(2);
  expect(err).toContain("Did you mean '--max-rejects'?");
  expect(rig.service.requestCount).toBe(0);
});

test.each([
  ['20.20.2', true],
  ['24.10.9', true],
  ['24.11.0', false],
  ['25.0.0', false],
])('Node %s is refused: %s', (version, refused) => {
  expect(nodeRefusal(version) !== undefined).toBe(refused);
});

test('an unforeseen error is reported with its stack and ends with 4; others show none', () => {
  const bug = explainFailure(new TypeError('x is not a function'), '1.0.0');
  const disk = explainFailure(
    Object.assign(new Error('full'), { code: 'ENOSPC', path: '/job/plan.sqlite' }),
    '1.0.0',
  );

  expect(bug.outcome).toBe('bug');
  expect(bug.fix.join('\n')).toMatch(/chatferry 1\.0\.0.*\n.*\n? *at /s);
  expect(disk).toEqual({
    outcome: 'stopped',
    code: 'ENOSPC',
    message: ['/job/plan.sqlite: ENOSPC.'],
    fix: [expect.stringContaining('Free some space')],
  });
});

test('a disk that is full for SQLite is no error inside chatferry', () => {
  using db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE t (x); PRAGMA max_page_count = 2');
  let full: unknown;
  try {
    db.exec('INSERT INTO t VALUES (randomblob(100000))');
  } catch (error) {
    full = error;
  }

  expect(explainFailure(full, '1.0.0')).toMatchObject({
    outcome: 'stopped',
    code: 'ENOSPC',
    fix: [expect.stringContaining('Free some space')],
  });
});

test('a disk error that Node gives no code is one all the same', () => {
  const message = 'unspecified iostream_category error: Input/output error';
  const error = Object.assign(new Error(message), { code: '' });

  expect(explainFailure(error, '1.0.0')).toMatchObject({ outcome: 'stopped' });
});

test('when closing fails too, either error may name the cause, and the first one is reported', () => {
  const disk = Object.assign(new Error('i/o error'), { code: 'EIO', path: 'job/plan.sqlite' });
  const other = new TypeError('x is not a function');

  for (const error of [new SuppressedError(other, disk), new SuppressedError(disk, other)])
    expect(explainFailure(error, '1.0.0')).toMatchObject({ outcome: 'stopped' });
  const bug = explainFailure(new SuppressedError(new Error('closing'), other), '1.0.0');
  expect(bug.fix.join('\n')).toContain('TypeError: x is not a function');
});

test('a closed pipe is no error', () => {
  const main = path.join(import.meta.dirname, '../src/main.ts');
  const command = `"${process.execPath}" --conditions=@chatferry/source "${main}" --help | head -1`;

  expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' })).toContain('Moves the users');
});

/** Prints the address of each module that is loaded. */
const listing = `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => (console.error(url), next(url, context)) });`;

/** The addresses of the modules that a command loads, a line each, and what it prints to stderr. */
function loadedBy(...command: readonly string[]): string {
  const main = path.join(import.meta.dirname, '../src/main.ts');
  const hooks = ['--import', `data:text/javascript,${encodeURIComponent(listing)}`];
  const args = ['--conditions=@chatferry/source', ...hooks, main, ...command];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stderr;
}

test('a command that reads no rows loads no reader of rows', () => {
  const loaded = loadedBy('status', '--job', 'none');

  expect(loaded).toContain('/job/src/');
  expect(loaded).not.toMatch(/csv-parse|luxon|undici|parsers.src.judging/);
});

test('--help loads what it prints, and nothing else of other packages', () => {
  const modules = loadedBy('--help').match(/^file:.*\.ts$/gm)!;
  const others = modules.filter((each) => !each.includes('/cli/src/'));

  expect(others.map((each) => each.replace(/.*packages\//, '')).toSorted()).toEqual([
    'contract/src/values/printable.ts',
    'contract/src/values/refusal.ts',
    'output/src/printing/printable.ts',
    'output/src/printing/quoted.ts',
    'output/src/printing/wrap.ts',
    'output/src/screens/ask-on-screen.ts',
  ]);
});
