import { closeSync, fstatSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { requestsOf } from './support/interrupt.ts';
import { type Rig, startRig } from './support/rig.ts';

const workspace = path.join(import.meta.dirname, '../../..');

// Most of the time here is waiting for processes: tests run concurrently, each with its own service and folder.

/** Slow enough to be caught in the middle. */
const slowly = ['--requests-per-minute=600', '--concurrency=1'];

/** Plans here what a process is to send: it need not start the threads that read files. @returns the arguments of the run */
async function plannedRun(rig: Rig): Promise<string[]> {
  await rig.cli(['plan', writeForum(rig), '--records-per-request=2']);
  return ['run', ...rig.target.slice(0, 2), ...slowly];
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(10);
}

function muids(rig: Rig): string[] {
  return rig.service.db
    .prepare('SELECT muid FROM messages')
    .all()
    .map((row) => String(row['muid']));
}

async function expectWhole(rig: Rig, messages: number): Promise<void> {
  const { status, out } = await rig.cli([
    'import',
    rig.export,
    ...rig.target,
    '--records-per-request=2',
  ]);
  expect(out).toContain('Every row is accounted for');
  expect(status).toBe(0);
  expect(new Set(muids(rig)).size).toBe(messages);
  expect(muids(rig)).toHaveLength(messages);
}

test.concurrent.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s finishes what is in flight, says how to go on, and ends with 130',
  async (signal) => {
    await using rig = await startRig();
    const command = rig.spawn(await plannedRun(rig));
    await command.until(() => muids(rig).length > 10);

    command.child.kill(signal);
    const { status, out, err } = await command.ended();

    expect(err).toContain('stopping: waits for answers to requests in flight');
    expect(out).toContain('not sent yet');
    expect(status).toBe(130);
    const log = rig.inJob('run.log');
    expect(log).toContain('interrupted');
    await expectWhole(rig, 120);
  },
);

test.concurrent.each([
  ['a closed event stream stops the run, as Ctrl-C would', undefined],
  ['the closing of the terminal and of what it read count as one signal', 'SIGHUP'],
] as const)('%s', async (_, signal) => {
  await using rig = await startRig({
    faults: [
      { fault: 'latency', operation: 'dataImport.messages', ms: 300, when: { nth: 1 } },
      { fault: 'latency', operation: 'dataImport.messages', ms: 900, when: { nth: 2 } },
    ],
  });
  await rig.cli(['plan', writeForum(rig), '--records-per-request=2']);
  const command = rig.spawn(['run', ...rig.target, '--json']);
  await command.until(() => requestsOf(rig, 'dataImport.messages') === 2);

  if (signal !== undefined) command.child.kill(signal);
  command.child.stdout!.destroy();
  const { status } = await command.ended();

  expect(status).toBe(130);
  const { kinds } = JSON.parse((await rig.cli(['status', '--json'])).out) as {
    kinds: { messages: object };
  };
  expect(kinds.messages).toMatchObject({ created: muids(rig).length, unresolved: 0 });
  await expectWhole(rig, 120);
});

test.concurrent('a second Ctrl-C stops at once', async () => {
  await using rig = await startRig({
    faults: [{ fault: 'silence', operation: 'dataImport.messages' }],
  });
  const command = rig.spawn(await plannedRun(rig));
  await command.until(() =>
    rig.service.requests.some(({ operation }) => operation === 'dataImport.messages'),
  );

  command.child.kill('SIGINT');
  await command.until(() => command.err.includes('stopping'));
  command.child.kill('SIGINT');
  const { status } = await command.ended();

  expect(status).toBe(130);
  rig.service.setFaults([]);
  await expectWhole(rig, 120);
});

test.concurrent('signal after signal, the sums are printed and the report is written', async () => {
  await using rig = await startRig();
  const command = rig.spawn(await plannedRun(rig));
  await command.until(() => muids(rig).length > 10);

  const pressing = setInterval(() => command.child.kill('SIGINT'), 5);
  await command.until(() => command.out.includes('Continue with: '));
  clearInterval(pressing);

  // Not its status: the last signal may have met the process after its end, when Node handles none.
  await command.ended();
  expect(rig.inJob('report.html')).not.toContain('A run is in progress');
  await expectWhole(rig, 120);
});

test.concurrent('a signal to npm run reaches the importer', async () => {
  await using rig = await startRig();
  const { scripts } = JSON.parse(readFileSync(path.join(workspace, 'package.json'), 'utf8'));
  const args = [...(await plannedRun(rig)), `--job=${rig.job}`].join(' ');
  // As npm starts a script: through a shell, which the signal is sent to.
  const shell = spawn('sh', ['-c', `${scripts.chatferry} ${args}`], {
    cwd: workspace,
    env: { ...process.env, CHATFERRY_API_KEY: rig.service.apiKey },
    stdio: 'ignore',
  });
  await until(() => muids(rig).length >= 10);

  shell.kill('SIGTERM');
  const [status] = await once(shell, 'close');

  expect(status).toBe(130);
  expect(rig.inJob('run.log')).toContain('interrupted');
});

test.concurrent.each([
  ['the ledger', (rig: Rig) => rmSync(path.join(rig.job, 'ledger.sqlite')), 'ledger.sqlite'],
  ['its log', (rig: Rig) => rmSync(path.join(rig.job, 'ledger.sqlite-wal')), 'ledger.sqlite-wal'],
  ['the lock', (rig: Rig) => rmSync(path.join(rig.job, 'lock.sqlite')), 'lock.sqlite'],
  ['the job folder', (rig: Rig) => rmSync(rig.job, { recursive: true }), 'ledger.sqlite'],
])('deleting %s in mid-run stops the run with 3', async (_, remove, file) => {
  await using rig = await startRig();
  const running = rig.cli(await plannedRun(rig));
  await until(() => muids(rig).length > 10);

  remove(rig);
  const { status, out, err } = await running;

  expect(out).toContain(`${file} was removed or replaced while the run used it`);
  expect(out).toMatch(/messages +120 = +[1-9]\d* created/);
  expect(err).not.toContain('error inside chatferry');
  expect(status).toBe(3);
});

test.concurrent('kill -9 loses and doubles nothing', async () => {
  await using rig = await startRig();
  const run = await plannedRun(rig);
  for (const after of [1, 30, 60]) {
    const command = rig.spawn(run);
    await command.until(() => muids(rig).length >= after);
    command.child.kill('SIGKILL');
    await command.ended();
  }

  const { out } = await rig.cli(['status']);

  expect(out).toContain('it was killed, or the machine went down');
  await expectWhole(rig, 120);
});

test.concurrent('a ledger overwritten under a run stops it with 3; moved away, nothing is lost or doubled', async () => {
  await using rig = await startRig();
  const command = rig.spawn(await plannedRun(rig));
  await command.until(() => muids(rig).length > 10);
  const files = ['', '-wal', '-shm'].map((suffix) => `${rig.job}/ledger.sqlite${suffix}`);

  // More than once: what SQLite writes at that moment could make the files whole again.
  const opened = files.map((file) => openSync(file, 'r+'));
  const overwriting = setInterval(() => {
    for (const file of opened)
      writeSync(file, Buffer.alloc(fstatSync(file).size, 0xa5), 0, null, 0);
  }, 20);
  const { status, out } = await command.ended();
  clearInterval(overwriting);
  for (const file of opened) closeSync(file);

  expect(out).toMatch(/messages +120 = +[1-9]\d* created/);
  // Random bytes in the lock pages can also look like a held lock.
  expect(out).toMatch(/ledger\.sqlite is (damaged\.\nMove it away|locked by another program)/);
  expect(status).toBe(3);
  for (const file of files) rmSync(file, { force: true });
  await expectWhole(rig, 120);
});

test.concurrent('a second process is refused with the process that holds the lock; reading commands work', async () => {
  await using rig = await startRig();
  const command = rig.spawn(await plannedRun(rig));
  await command.until(() => muids(rig).length > 4);

  const second = await rig.cli(['run', ...rig.target]);
  const status = await rig.cli(['status']);
  command.child.kill('SIGKILL');
  await command.ended();

  expect(second.status).toBe(2);
  expect(second.err).toContain(`process ${command.child.pid}`);
  expect(status.out).toContain(`Process ${command.child.pid} on `);
  await expectWhole(rig, 120);
});

test.concurrent('a run can be paused and let go on from another terminal', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig), '--records-per-request=2']);
  await rig.cli(['pause']);
  const running = rig.cli(['run', ...rig.target]);
  await until(
    () => rig.hasInJob('progress.json') && rig.inJob('progress.json').includes('"waiting":{'),
  );

  expect(muids(rig)).toHaveLength(0);
  expect((await rig.cli(['status'])).out).toContain('Paused; resume with: chatferry resume');
  await rig.cli(['resume']);
  const { status, err } = await running;

  expect(err).toContain('paused by chatferry pause; resume with: chatferry resume --job');
  expect(status).toBe(0);
  expect(muids(rig)).toHaveLength(120);
});

test.concurrent('the rate of a run can be changed from another terminal', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig), '--records-per-request=2']);
  const running = rig.cli(['run', ...rig.target.slice(0, 2), '--requests-per-minute=1']);
  await until(() => rig.service.requestCount > 0);

  await rig.cli(['rate', 'unlimited']);
  const { status } = await running;

  expect(status).toBe(0);
});

test.concurrent('the local service stops on Ctrl-C and keeps what it holds', async () => {
  await using rig = await startRig();
  const serve = ['serve', '--port=0', `--db=${rig.folder}/service.sqlite`, '--json'];
  const first = rig.spawn(serve);
  await first.until(() => first.out.includes('\n'));
  const { baseUrl, appId, apiKey } = JSON.parse(first.out) as Record<string, string>;
  rig.write('users.csv', 'uid,name\nada,Ada\n');
  const target = [`--app-id=${appId}`, `--base-url=${baseUrl}`];
  const sent = await rig.cli(['import', `${rig.folder}/users.csv`, ...target], {
    env: { CHATFERRY_API_KEY: apiKey! },
  });

  first.child.kill('SIGINT');
  expect((await first.ended()).status).toBe(0);
  const second = rig.spawn(serve);
  await second.until(() => second.out.includes('\n'));
  const again = JSON.parse(second.out) as Record<string, string>;
  const found = await rig.cli(['verify', `--app-id=${appId}`, `--base-url=${again['baseUrl']}`], {
    env: { CHATFERRY_API_KEY: apiKey! },
  });
  second.child.kill('SIGTERM');

  expect(sent.status).toBe(0);
  expect(found.status).toBe(0);
  expect((await second.ended()).status).toBe(0);
});
