import { existsSync, writeFileSync } from 'node:fs';
import { byKind, type Kind } from '@chatferry/contract';
import { expect, test } from 'vitest';
import {
  explainRecord,
  jobFolder,
  jobStatus,
  planRows,
  repairJob,
  type RepairOutcome,
  runJob,
  type RunJobOptions,
  verifyJob,
  type Sum,
} from '../src/index.ts';
import { markForRetry } from '../src/verifying/mark-for-retry.ts';
import { unaccounted } from '../src/accounting/sums.ts';
import { usableVerification } from '../src/changes/usable-verification.ts';
import type { Verification } from '../src/verifying/verification.ts';
import { type JobRig, message, startJobRig } from './support/job-rig.ts';
import { noRows } from './support/no-rows.ts';

/** A job of which a batch has users who failed, and users who are missing since. */
async function withLosses(rig: JobRig): Promise<void> {
  rig.service.setFaults([
    {
      fault: 'refuse-records',
      operation: 'dataImport.users',
      code: 'ERR_BAD_REQUEST',
      share: 0.3,
    },
  ]);
  const users = Array.from({ length: 10 }, (_, nth) => ({ uid: `u${nth}`, name: `U ${nth}` }));
  await planRows({ users }, { job: rig.job });
  for await (const _ of runJob(sendingOf(rig)));
  rig.service.db.exec('DELETE FROM users WHERE uid IN (SELECT uid FROM users LIMIT 2)');
  await verifyJob({ job: rig.job, target: rig.target });
  rig.service.setFaults([]);
}

function sendingOf({ job, target }: JobRig): RunJobOptions {
  return { job, target, requestsPerMinute: 'unlimited' };
}

async function repaired(rig: JobRig, editsMessages = false): Promise<RepairOutcome> {
  const verifying = { requestsPerMinute: 'unlimited' } as const;
  const events = repairJob({
    ...sendingOf(rig),
    verifying,
    editsMessages,
    allowsLive: true,
  });
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}

async function retried(rig: JobRig): Promise<number> {
  const { records } = await markForRetry(jobFolder(rig.job), { target: rig.target, options: {} });
  await Array.fromAsync(runJob(sendingOf(rig)));
  return records;
}

test('a retry marks what failed and what is missing, also in one batch, and each record once', async () => {
  await using rig = await startJobRig();
  await withLosses(rig);
  const destination = { target: rig.target, options: {} };
  const job = jobFolder(rig.job);

  const marked = [await markForRetry(job, destination), await markForRetry(job, destination)];
  const events = runJob(sendingOf(rig));
  let next = await events.next();
  while (next.done !== true) next = await events.next();

  expect(marked).toEqual([
    { records: 5, includesMissing: true },
    { records: 3, includesMissing: true },
  ]);
  expect(next.value.sums.users).toMatchObject({ created: 10, failed: 0, pending: 0 });
  // Of the other kinds, the verification is older than what was sent.
  expect(await verifyJob({ job: rig.job, target: rig.target, kind: 'users' })).toMatchObject({
    kinds: [{ same: 10, missing: 0 }],
  });
  expect(await usableVerification(job, rig.target)).toBeUndefined();
  rig.service.db.exec("DELETE FROM users WHERE uid = 'u9'");
  expect(await verifyJob({ job: rig.job, target: rig.target })).toMatchObject({ complete: false });
  expect(await usableVerification(job, rig.target)).toMatchObject({ complete: false });
});

test('a repair sends what failed and what is missing, also in one batch', async () => {
  await using rig = await startJobRig();
  await withLosses(rig);

  expect(await repaired(rig)).toMatchObject({ end: 'finished', verified: { complete: true } });
});

test.each([
  ['is missing and sent again before', {}, "DELETE FROM users WHERE uid = 'ada'"],
  ['is deactivated by the job', { deactivatedAt: 1_700_000_000 }, ''],
])('a repair updates a group of which the planned owner %s', async (_owner, more, change) => {
  await using rig = await startJobRig();
  const users = ['ada', 'bob'].map((uid) => ({ uid, name: uid }));
  const groups = [{ guid: 'den', name: 'Den', type: 'public', owner: 'ada' }];
  await planRows({ users: [{ ...users[0]!, ...more }, users[1]!], groups }, { job: rig.job });
  for await (const _ of runJob(sendingOf(rig)));
  rig.service.db.exec(`UPDATE groups SET owner = 'bob'; ${change}`);

  expect(await repaired(rig)).toMatchObject({ end: 'finished', verified: { complete: true } });
});

test('a record that is to be sent again is in no list of those that failed, also if nothing is sent', async () => {
  await using rig = await startJobRig({
    faults: [{ fault: 'refuse-records', operation: 'dataImport.users', code: 'ERR_BAD_REQUEST' }],
  });
  const groups = [{ guid: 'den', name: 'Den', type: 'public', owner: 'ada' }];
  await planRows({ users: [{ uid: 'ada', name: 'Ada' }], groups }, { job: rig.job });
  const sending = { job: rig.job, target: rig.target, requestsPerMinute: 'unlimited' } as const;
  for await (const _ of runJob({ ...sending, maxFailures: 'none' }));
  const job = jobFolder(rig.job);
  const listed = (): boolean[] => [existsSync(job.errors), existsSync(job.failed)];
  expect([jobStatus(rig.job).kinds.users?.failed, ...listed()]).toEqual([1, true, true]);

  const marked = await markForRetry(job, { target: rig.target, options: {} });

  expect(marked).toEqual({ records: 2, includesMissing: true });
  expect([jobStatus(rig.job).kinds.users?.failed, ...listed()]).toEqual([0, false, false]);
});

function sum(rows: number, counts: Partial<Sum>): Sum {
  return { ...noRows, rows, ...counts };
}

test('a row too few in one kind does not make up for a row too many in another', () => {
  const sums = {
    ...byKind(() => sum(0, {})),
    users: sum(2, { created: 1 }),
    groups: sum(1, { created: 1, failed: 1 }),
    members: sum(7, { created: 1, present: 1, failed: 1, skipped: 1, unresolved: 1, pending: 2 }),
    messages: sum(6, { rejected: 3, merged: 2, filtered: 1 }),
  };

  expect(unaccounted(sums)).toBe(2);
});

test('a repair does not start from kinds that were read before the last run, even if another was read since', async () => {
  await using rig = await startJobRig();
  await withLosses(rig);
  const [job, { target }] = [jobFolder(rig.job), rig];
  expect(await usableVerification(job, target)).toMatchObject({ complete: false });

  await markForRetry(job, { target, options: {} });
  for await (const _ of runJob(sendingOf(rig)));
  await verifyJob({ job: rig.job, target, kind: 'messages' });

  expect(await usableVerification(job, target)).toBeUndefined();
});

test('a retry sends nothing again that a verification of another app did not find', async () => {
  await using rig = await startJobRig();
  await withLosses(rig);
  const job = jobFolder(rig.job);
  const found = JSON.parse(rig.inJob('verify.json')) as { target: object };
  expect(found.target).toEqual({ appId: rig.target.appId, baseUrl: rig.target.baseUrl });
  writeFileSync(
    job.verification,
    JSON.stringify({ ...found, target: { ...found.target, appId: 'another' } }),
  );

  const marked = await markForRetry(job, { target: rig.target, options: {} });

  expect(marked).toMatchObject({ records: 3 });
  expect(jobStatus(rig.job).kinds.users).toMatchObject({ created: 7, pending: 3 });
});

test.each(['retry', 'repair'] as const)(
  'a %s sends every missing record again, also of a batch in which a transaction would end',
  async (by) => {
    await using rig = await startJobRig();
    const users = Array.from({ length: 5100 }, (_, nth) => ({ uid: `u${nth}`, name: `U ${nth}` }));
    await planRows({ users }, { job: rig.job });
    await Array.fromAsync(runJob(sendingOf(rig)));
    // Without the first user, 5,000 missing ones do not end with a batch of 50.
    rig.service.db.exec("DELETE FROM users WHERE uid <> 'u0'");
    const verify = async () =>
      verifyJob({ job: rig.job, target: rig.target, requestsPerMinute: 'unlimited' });
    await verify();

    const sentAgain = by === 'retry' ? await retried(rig) : (await repaired(rig)).counts.sentAgain;

    expect(sentAgain).toBe(5099);
    expect(rig.service.db.prepare('SELECT count(*) AS users FROM users').get()).toEqual({
      users: 5100,
    });
    expect(await verify()).toMatchObject({ complete: true });
  },
  60_000,
);

test('a verification of one kind keeps the others in their order, and none once their list was changed', async () => {
  await using rig = await startJobRig();
  const users = [{ uid: 'ada', name: 'Ada' }];
  const groups = [{ guid: 'den', name: 'Den', type: 'public' }];
  await planRows({ users, groups }, { job: rig.job });
  const verify = async (kind?: Kind): Promise<Kind[]> => {
    await verifyJob({ job: rig.job, target: rig.target, kind });
    const { kinds } = JSON.parse(rig.inJob('verify.json')) as Verification;
    return kinds.map((each) => each.kind);
  };

  await verify();
  expect(await verify('groups')).toEqual(['users', 'groups']);

  const { verification } = jobFolder(rig.job);
  const kept = rig.inJob('verify.json');
  writeFileSync(verification, kept.replace(rig.target.appId, 'another'));
  expect(await verify('groups')).toEqual(['groups']);
  writeFileSync(verification, kept);

  writeFileSync(jobFolder(rig.job).differences, `${rig.inJob('differences.jsonl')}\n`);
  expect(await verify('groups')).toEqual(['groups']);
});

test('texts with breaks of lines that JSON does not escape are compared, kept, repaired and explained', async () => {
  await using rig = await startJobRig();
  const text = 'one\u2028two\u2029three';
  const messages = [0, 1].map((nth) => ({ ...message(nth), text: undefined, data: { text } }));
  const users = ['ada', 'bob'].map((uid) => ({ uid, name: uid }));
  const groups = [{ guid: 'den', name: 'Den', type: text }];
  await planRows({ users, groups, messages }, { job: rig.job });
  await Array.fromAsync(runJob(sendingOf(rig)));
  rig.service.db.exec("DELETE FROM messages WHERE muid = 'm1'");
  rig.service.db.exec(`UPDATE messages SET data = '{"text":"other\u2028text"}'`);
  await verifyJob({ job: rig.job, target: rig.target });

  const afterwards = await verifyJob({ job: rig.job, target: rig.target, kind: 'users' });
  expect(afterwards.differences).toMatchObject({ lines: 2 });
  const { rejects } = await explainRecord(jobFolder(rig.job), 'groups', 'den');
  expect(rejects).toMatchObject([{ field: 'type', value: text }]);
  expect(await repaired(rig, true)).toMatchObject({
    counts: { sentAgain: 1, updated: 1 },
    verified: { complete: true },
  });
});

test('a verification is of no use to a repair once a later one was interrupted', async () => {
  await using rig = await startJobRig();
  await withLosses(rig);
  const job = jobFolder(rig.job);
  expect(await usableVerification(job, rig.target)).toMatchObject({ complete: false });
  rig.service.db.exec("UPDATE users SET name = 'Another' WHERE uid = 'u9'");

  const interrupted = verifyJob({ job: rig.job, target: rig.target, signal: AbortSignal.abort() });
  await expect(interrupted).rejects.toMatchObject({ name: 'AbortError' });

  expect(await usableVerification(job, rig.target)).toBeUndefined();
  expect(await repaired(rig)).toMatchObject({
    end: 'finished',
    verified: { kinds: expect.arrayContaining([expect.objectContaining({ same: 10 })]) },
  });
});
