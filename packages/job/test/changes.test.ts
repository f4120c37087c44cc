import path from 'node:path';
import { systemClock } from '@chatferry/client';
import { openPlan, type PlannedChange } from '@chatferry/planner';
import { failedRecords, lockJob, openLedger } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { planChanges } from '../src/changes/plan-changes.ts';
import { defaultRunOptions, importRows, jobFolder, sendPlan } from '../src/index.ts';
import type { Target } from '../src/sending/target.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

/** Sends the plan of a job folder. */
async function send(folder: string, target: Target): Promise<unknown> {
  const job = jobFolder(folder);
  using lock = lockJob(folder, systemClock.now());
  using plan = openPlan(job.plan);
  const events = sendPlan({ job, lock, plan, target, options: defaultRunOptions });
  for (;;) {
    const { done, value } = await events.next();
    if (done === true) return value.counts.userUpdates;
  }
}

async function* changes(): AsyncGenerator<PlannedChange> {
  for (const [uid, line] of [
    ['ada', 2],
    ['nemo', 9],
  ] as const) {
    const record = { uid, name: uid.toUpperCase(), changed: ['name'] };
    yield { kind: 'userUpdates', id: uid, record, origin: { file: 'users.csv', line } };
  }
}

async function planned(rig: JobRig): Promise<string> {
  const users = ['ada', 'bob'].map((uid) => ({ uid, name: uid }));
  await importRows({ users }, { job: rig.job, target: rig.target });
  const folder = path.join(rig.job, 'changes');
  using of = openPlan(jobFolder(rig.job).plan);
  await planChanges({
    job: jobFolder(folder),
    of,
    target: rig.target,
    changes: changes(),
  });
  return folder;
}

test('changes are a job of their own, whose records keep the rows of the export that they come from', async () => {
  await using rig = await startJobRig();
  const folder = await planned(rig);

  expect(await send(folder, rig.target)).toMatchObject({ created: 1, failed: 1 });

  expect(rig.service.db.prepare('SELECT name FROM users ORDER BY uid').all()).toEqual([
    { name: 'ADA' },
    { name: 'bob' },
  ]);
  const job = jobFolder(folder);
  using plan = openPlan(job.plan);
  using ledger = openLedger(job.ledger, plan, { target: rig.target, options: {} });
  expect([...failedRecords(ledger)]).toMatchObject([
    { id: 'nemo', code: 'ERR_UID_NOT_FOUND', file: 'users.csv', line: 9 },
  ]);
});

test('changes are sent to the app of their job only', async () => {
  await using rig = await startJobRig();
  const folder = await planned(rig);

  await expect(send(folder, { ...rig.target, appId: 'other' })).rejects.toMatchObject({
    code: 'other-target',
  });
});
