import path from 'node:path';
import { createClient, systemClock } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import { openPlan, type PlannedChange } from '@chatferry/planner';
import { failedRecords, lockJob, openLedger } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { planChanges } from '../src/changes/plan-changes.ts';
import { repairSteps } from '../src/changes/repair-steps.ts';
import { defaultRunOptions } from '../src/sending/default-run-options.ts';
import {
  importRows,
  jobFolder,
  planRows,
  repairJob,
  type RepairOutcome,
  type RowsByKind,
} from '../src/index.ts';
import { sendPlan } from '../src/sending/send-plan.ts';
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
  expect(plan.summary.kinds.userUpdates).toMatchObject({ rows: 2, planned: 2 });
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

/** A line of `differences.jsonl`. */
function lineOf(kind: string, position: number, field: string, held: unknown): string {
  const place = { file: kind, line: position + 2, batch: kind === 'users' ? 1 : 2, position };
  return JSON.stringify({ kind, id: `${kind}${position}`, field, planned: 1, held, ...place });
}

test('a record that is stored more than once is never sent or changed; one that is missing, or that sending sets right, is sent again', async () => {
  await using rig = await startJobRig();
  const users = ['ada', 'bob', 'cy'].map((uid) => ({ uid, name: uid }));
  const friends = [{ uid: 'ada', friend: 'bob' }];
  await planRows({ users, friends }, { job: rig.job });
  using plan = openPlan(jobFolder(rig.job).plan);
  const lines = [
    lineOf('users', 1, '', 0),
    lineOf('users', 2, 'name', 'By hand'),
    lineOf('users', 0, '', 2),
    lineOf('users', 0, 'name', 'By hand'),
    // At the same position of another batch.
    lineOf('friends', 0, '', 3),
    lineOf('unbans', 1, 'isBanned', true),
    lineOf('reactivations', 2, 'deactivated', true),
  ];
  const file = rig.write('differences.jsonl', lines);
  const rules = { editsMessages: true, isOwn: () => true, datedByApp: new Set<Kind>() };

  const steps = await Array.fromAsync(repairSteps(file, plan, rules));

  expect(
    steps.map(({ id, isSentAgain, changed, fixed }) => ({ id, isSentAgain, changed, fixed })),
  ).toEqual([
    { id: 'users1', isSentAgain: true, changed: [], fixed: [] },
    { id: 'users2', isSentAgain: false, changed: ['name'], fixed: [] },
    { id: 'users0', isSentAgain: false, changed: [], fixed: ['copies', 'name'] },
    { id: 'friends0', isSentAgain: false, changed: [], fixed: ['copies'] },
    { id: 'unbans1', isSentAgain: true, changed: [], fixed: [] },
    { id: 'reactivations2', isSentAgain: true, changed: [], fixed: [] },
  ]);
});

/** @param onKind called when a kind was sent */
async function repaired(
  rig: JobRig,
  onKind: (kind: string) => void = () => {},
): Promise<RepairOutcome> {
  const verifying = { requestsPerMinute: 'unlimited' } as const;
  const events = repairJob({ job: rig.job, target: rig.target, allowsLive: true, verifying });
  for (;;) {
    const { done, value } = await events.next();
    if (done === true) return value;
    if (value.type === 'kind-finished') onKind(value.kind);
  }
}

function people(name: string): { uid: string; name: string; createdAt: number }[] {
  return ['u0', 'u1'].map((uid) => ({ uid, name, createdAt: 1_700_000_000 }));
}

const refusing = { fault: 'status-before', status: 401, code: 'AUTH_ERR_NO_ACCESS' } as const;

test.each<[string, RowsByKind, (rig: JobRig) => Promise<void>, string, string]>([
  [
    'compares again what was there before',
    { users: people('Ada') },
    ({ service: { db } }) => Promise.resolve(db.exec("UPDATE users SET name = 'By hand'")),
    'userUpdates',
    'users.list',
  ],
  [
    'sends what it could not read before',
    { users: people('Live'), blocks: [{ uid: 'u0', blocked: 'u1' }] },
    async (rig) => {
      await using client = createClient(rig.target);
      await client.call('users.delete', { path: { uid: 'u0' }, body: { permanent: true } });
    },
    'users',
    'users.blockedUsers.block',
  ],
])(
  'a repair that is stopped when it %s has stopped, and is continued',
  async (_, rows, tamper, kind, operation) => {
    await using rig = await startJobRig();
    const { job, target } = rig;
    await importRows({ users: people('Live') }, { job: `${job}-before`, target });
    await importRows(rows, { job, target, allowsLive: true, maxDifferent: { percent: 100 } });
    await tamper(rig);

    const stopped = await repaired(rig, (sent) => {
      if (sent === kind) rig.service.setFaults([{ ...refusing, operation }]);
    });
    rig.service.setFaults([]);
    const { end, verified } = await repaired(rig);

    expect(stopped).toMatchObject({
      end: 'stopped',
      reason: { code: expect.any(String) as string },
    });
    expect(stopped.verified).toBeUndefined();
    expect([end, verified?.complete]).toEqual(['finished', true]);
  },
);
