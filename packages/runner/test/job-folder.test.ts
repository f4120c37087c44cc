import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  jobHolder,
  JobLockedError,
  lockJob,
  pauseRun,
  readControl,
  resumeRun,
  type RunEvent,
  setRate,
} from '../src/index.ts';
import { ManualClock } from './support/manual-clock.ts';
import { startRig } from './support/rig.ts';
import { users } from './support/rows.ts';

let folder: string;
let other: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatferry-job-'));
});

afterEach(() => {
  other?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function lockInOtherProcess(): Promise<ChildProcess> {
  other = fork(new URL('support/hold-lock.ts', import.meta.url), [folder], {
    execArgv: ['--conditions=@chatferry/source'],
  });
  await once(other, 'message');
  return other;
}

test('a second process is refused, and the error names the first', async () => {
  const { pid } = await lockInOtherProcess();

  const lock = () => lockJob(folder, Date.now());

  expect(lock).toThrow(JobLockedError);
  expect(lock).toThrow(`process ${pid} on ${hostname()}`);
  expect(jobHolder(folder)).toMatchObject({ pid, host: hostname() });
});

test('a process that is killed leaves the job free', async () => {
  const holder = await lockInOtherProcess();
  holder.kill('SIGKILL');
  await once(holder, 'exit');

  using lock = lockJob(folder, 1_700_000_000_000);

  expect(lock.holder.pid).toBe(process.pid);
});

test('a lock that is given back can be taken again; no process holds it in between', () => {
  lockJob(folder, 1)[Symbol.dispose]();
  const between = jobHolder(folder);
  using again = lockJob(folder, 2);

  expect(between).toBeUndefined();
  expect(again.holder.since).toBe(2);
  expect(jobHolder(folder)).toEqual(again.holder);
});

test('the error for a damaged lock file names it, and allows to remove it', () => {
  const file = join(folder, 'lock.sqlite');
  writeFileSync(file, 'garbage'.repeat(1000));

  for (const act of [() => lockJob(folder, 1), () => jobHolder(folder)])
    expect(act).toThrow(
      expect.objectContaining({
        code: 'broken-lock',
        message: `${file}, which only names the process that works on the job, is damaged.`,
        fix: expect.stringContaining(`remove ${file}`),
      }),
    );
  rmSync(file);
  using lock = lockJob(folder, 2);
  expect(lock.holder.since).toBe(2);
});

test('a link in place of the lock is not followed', () => {
  const elsewhere = join(folder, 'elsewhere');
  writeFileSync(elsewhere, '');
  symlinkSync(elsewhere, join(folder, 'lock.sqlite'));

  for (const act of [() => lockJob(folder, 1), () => jobHolder(folder)])
    expect(act).toThrow('lock.sqlite is a link');

  expect(readFileSync(elsewhere, 'utf8')).toBe('');
});

test('asking who works on a job that never was locked makes no file', () => {
  expect(jobHolder(join(folder, 'nowhere'))).toBeUndefined();
});

test('a run can be paused and resumed from another process', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(60) }, { recordsPerRequest: 1, lanes: 1, clock });
  const events: RunEvent['type'][] = [];
  let settledWhilePaused = 0;

  const { result } = await rig.run(
    { requestsPerMinute: 60 },
    {
      onEvent: (event) => {
        if (event.type === 'batch-settled' && event.seq === 10) pauseRun(rig.folder);
        if (event.type === 'batch-settled' && readControl(rig.folder).paused) settledWhilePaused++;
        if (event.type === 'waiting') setTimeout(() => resumeRun(rig.folder), 50);
        events.push(event.type);
      },
    },
  );

  expect(settledWhilePaused).toBeLessThanOrEqual(2);
  expect(events.filter((type) => type === 'waiting' || type === 'going-on')).toEqual([
    'waiting',
    'going-on',
  ]);
  expect(result?.counts.users.created).toBe(60);
});

test('the rate of a run can be changed from another process, and given back', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(60) }, { recordsPerRequest: 1, lanes: 1, clock });
  const startedAt = clock.now();

  const { events } = await rig.run(
    { requestsPerMinute: 60 },
    {
      onEvent: (event) => {
        if (event.type === 'batch-settled' && event.seq === 10) setRate(rig.folder, 600);
        if (event.type === 'batch-settled' && event.seq === 40) setRate(rig.folder, undefined);
      },
    },
  );

  expect(clock.now() - startedAt).toBeLessThan(45_000);
  expect(events.filter(({ type }) => type === 'rate-changed')).toEqual([
    { type: 'rate-changed', requestsPerMinute: 600 },
    { type: 'rate-changed', requestsPerMinute: 60 },
  ]);
});

test.each([0, 0.5, 60, 'unlimited'] as const)(
  'a rate of %s is what the run is asked for',
  (rate) => {
    setRate(folder, rate);
    pauseRun(folder);

    expect(readControl(folder)).toEqual({ paused: true, requestsPerMinute: rate });
    setRate(folder, undefined);
    resumeRun(folder);
    expect(readControl(folder)).toEqual({ paused: false });
  },
);

test.each(['{}', '{"paused":"no"}', '{"requestsPerMinute":-1}', '{"pau', ''])(
  'a file with %j asks for nothing',
  (text) => {
    writeFileSync(join(folder, 'control.json'), text);

    expect(readControl(folder)).toEqual({ paused: false });
  },
);

test('what is asked of a run is changed in one respect at a time', () => {
  setRate(folder, 60);
  pauseRun(folder);
  expect(readControl(folder)).toEqual({ paused: true, requestsPerMinute: 60 });

  setRate(folder, 'unlimited');
  expect(readControl(folder)).toEqual({ paused: true, requestsPerMinute: 'unlimited' });

  resumeRun(folder);
  expect(readControl(folder)).toEqual({ paused: false, requestsPerMinute: 'unlimited' });
});
