import { existsSync, readFileSync } from 'node:fs';
import { kindsInOrder, type Kind } from '@chatferry/contract';
import { entryOf, openPlan, type Plan } from '@chatferry/planner';
import { openLedger } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { repairFolder } from '../src/changes/repair-folder.ts';
import { partsLeft } from '../src/changes/repair-state.ts';
import { jobFolder, type JobFolder, planRows } from '../src/index.ts';
import { prepareRepair } from '../src/changes/prepare-repair.ts';
import { DifferencesFile } from '../src/verifying/differences-file.ts';
import { rememberVerification } from '../src/verifying/verification.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

const target = { appId: 'app', region: 'eu' } as const;
const LEFT_AT = 1_700_000_000;

/** A job with people of whom two left, and a member, a message and a group. */
async function planned(rig: JobRig): Promise<JobFolder> {
  const left = { deactivatedAt: LEFT_AT };
  const users = [{ uid: 'ada' }, { uid: 'bob', ...left }, { uid: 'cy', ...left }].map((user) => ({
    ...user,
    name: user.uid,
  }));
  const message = { sender: 'ada', receiverType: 'user', receiver: 'bob', sentAt: LEFT_AT };
  await planRows(
    {
      users,
      groups: [{ guid: 'den', name: 'Den', type: 'public', createdAt: LEFT_AT }],
      members: [{ guid: 'den', uid: 'cy' }],
      messages: [{ ...message, muid: 'm1', data: { text: 'Hi' } }],
    },
    { job: rig.job, retentionMonths: 'none' },
  );
  const job = jobFolder(rig.job);
  using plan = openPlan(job.plan);
  using ledger = openLedger(job.ledger, plan, { target, options: {} });
  await ledger.writeAll(
    kindsInOrder
      .flatMap((kind) =>
        Array.from({ length: plan.lanes }, (_, lane) => [...plan.batches(kind, lane)]),
      )
      .flat()
      .map((batch) => ({
        batch,
        before: undefined,
        after: { state: 'settled', marks: 'c'.repeat(batch.records), attempts: 1 },
        outcomes: [],
        troubles: [],
        at: Date.now(),
      })),
  );
  return job;
}

/** What the app holds in place of a field of the plan. */
type Held = readonly [kind: Kind, id: string, fields: string | readonly string[], held: unknown];

/** Writes the result of a verification that found these differences. */
function found(job: JobFolder, plan: Plan, differences: readonly Held[]): void {
  using file = new DifferencesFile(job.differences);
  for (const [kind, id, fields, held] of differences) {
    const { batch, index } = plan.find(kind, id)!;
    const { file: from, line } = batch.origins[index]!;
    const place = { id, file: from, line, seq: batch.seq, position: index };
    const values = [fields].flat().map((field) => ({ field, planned: 'as planned', held }));
    file.add(kind, { planned: place, is: 'different', differences: values } as never);
  }
  const at = new Date().toISOString();
  const kinds = kindsInOrder.map((kind) => ({ kind, at, hidden: kind === 'friends' ? 1 : 0 }));
  const verification = { plan: plan.id, target, at, complete: false, kinds };
  rememberVerification(job, { ...verification, differences: file.finish() } as never);
}

function prepared(job: JobFolder, signal?: AbortSignal): ReturnType<typeof prepareRepair> {
  const to = { target, options: {} };
  return prepareRepair({ job, to, editsMessages: false, isDryRun: false, signal });
}

/** The records that a part of a repair sends. */
function recordsIn(part: JobFolder): string[] {
  using plan = openPlan(part.plan);
  return kindsInOrder.flatMap((kind) =>
    Array.from({ length: plan.lanes }, (_, lane) => [...plan.batches(kind, lane)])
      .flat()
      .flatMap((batch) => [...batch.ends.keys()].map((at) => `${kind} ${entryOf(batch, at).id}`)),
  );
}

test('a repair sends what gives access, then the job, then updates, and lists what it leaves', async () => {
  await using rig = await startJobRig();
  const job = await planned(rig);
  using plan = openPlan(job.plan);
  const folder = repairFolder(job);
  found(job, plan, [
    ['users', 'bob', 'name', 'By hand'],
    ['groups', 'den', 'createdAt', 5],
    ['members', 'den_member_cy', 'isBanned', true],
    ['messages', 'm1', ['data.text', 'data.metadata'], 'By hand'],
  ]);

  expect(await prepared(job)).toEqual({
    sentAgain: 1,
    access: 1,
    updated: 1,
    notEdited: 1,
    notRepairable: 1,
  });

  expect(recordsIn(folder.access)).toEqual(['unbans den_member_cy', 'deactivations cy']);
  expect(recordsIn(folder.changes)).toEqual(['userUpdates bob', 'deactivations bob']);
  const listed = readFileSync(folder.notRepairable, 'utf8').trim().split('\n');
  expect(listed.map((line) => JSON.parse(line) as object)).toMatchObject([
    { kind: 'groups', id: 'den', fields: ['createdAt'], edits: [] },
    { kind: 'messages', id: 'm1', fields: [], edits: ['data.text', 'data.metadata'] },
  ]);
  expect(partsLeft(job).map(({ path }) => path)).toEqual([
    folder.access.path,
    job.path,
    folder.changes.path,
  ]);
  expect(JSON.parse(readFileSync(folder.state, 'utf8'))).toMatchObject({ hidden: ['friends'] });
});

test('another repair leaves nothing of the one before it, also when it is stopped', async () => {
  await using rig = await startJobRig();
  const job = await planned(rig);
  using plan = openPlan(job.plan);
  const folder = repairFolder(job);
  found(job, plan, [
    ['users', 'bob', 'name', 'By hand'],
    ['groups', 'den', 'createdAt', 5],
  ]);
  await prepared(job);
  expect([folder.state, folder.notRepairable, folder.changes.path].map(existsSync)).toEqual([
    true,
    true,
    true,
  ]);

  found(job, plan, [['members', 'den_member_cy', 'isBanned', true]]);
  await expect(prepared(job, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  expect([folder.state, folder.changes.path].map(existsSync)).toEqual([false, false]);

  await prepared(job);
  expect([folder.state, folder.notRepairable, folder.changes.path].map(existsSync)).toEqual([
    true,
    false,
    false,
  ]);
});
