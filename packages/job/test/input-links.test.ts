import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openPlan } from '@chatferry/planner';
import { lockJob } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { jobFolder, planFiles } from '../src/index.ts';
import { spool } from '../src/input/spool.ts';
import { defaultRunOptions } from '../src/sending/default-run-options.ts';
import { openRunLog } from '../src/sending/run-log.ts';
import { sendPlan } from '../src/sending/send-plan.ts';
import { startJobRig } from './support/job-rig.ts';

// Links that appear after the job folder was checked.

test('a link in place of the ledger is not followed', async () => {
  await using rig = await startJobRig();
  const job = jobFolder(rig.job);
  await planFiles([rig.writeExport(3)], { job: rig.job });
  const elsewhere = path.join(rig.folder, 'elsewhere');
  symlinkSync(elsewhere, job.ledger);
  using plan = openPlan(job.plan);
  using lock = lockJob(job.path, 0);

  const events = sendPlan({ job, plan, lock, target: rig.target, options: defaultRunOptions });

  await expect(events.next()).rejects.toMatchObject({ code: 'ELOOP' });
  expect(existsSync(elsewhere)).toBe(false);
  expect(rig.service.requestCount).toBe(0);
});

test('a link in place of the log is not followed, and the run goes without a log', async () => {
  await using rig = await startJobRig();
  const [log, elsewhere] = [path.join(rig.folder, 'run.log'), path.join(rig.folder, 'elsewhere')];
  symlinkSync(elsewhere, log);

  (await openRunLog(log, { pid: 1, job: 'job-1', worker: 'host-1' })).info('started');

  expect(existsSync(elsewhere)).toBe(false);
});

test('a link in place of the copy of stdin is not followed', async () => {
  await using rig = await startJobRig();
  const [copy, elsewhere] = [path.join(rig.folder, 'stdin'), path.join(rig.folder, 'elsewhere')];
  symlinkSync(elsewhere, copy);

  await spool(Readable.from(['uid,name\n']), copy);

  expect(existsSync(elsewhere)).toBe(false);
  expect(readFileSync(copy, 'utf8')).toBe('uid,name\n');
  expect(statSync(copy).mode & 0o777).toBe(0o600);
});
