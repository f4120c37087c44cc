import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { JobLockedError, lockJob } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { jobFolder, planRows, repairJob, type RowsByKind } from '../src/index.ts';
import { repairFolder } from '../src/changes/repair-folder.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { clientOf, keptIn, NOW, planned, sent } from './support/undo-rig.ts';

const ada = { uid: 'ada', name: 'Ada', createdAt: NOW - 900 };
const bob = { uid: 'bob', name: 'Bob', createdAt: NOW - 900 };

test('the undo of a delta lists what the delta has changed, with the values before', async () => {
  await using rig = await startJobRig();
  const avatar = 'https://files.example.org/a.webp';
  await planRows({ users: [{ ...ada, avatar }, bob] }, { job: rig.job });
  await sent(rig, Infinity);
  const night = path.join(rig.folder, 'night');
  await planRows({ users: [{ ...ada, name: 'Ada L' }, bob] }, { job: night, after: rig.job });
  rig.useJob('night');
  await sent(rig, Infinity);

  const { config } = await planned(rig);

  expect(config.notRestored).toBe(1);
  expect(keptIn(rig)).toEqual([
    {
      kind: 'userUpdates',
      id: 'ada',
      because: 'not-restored',
      fields: expect.arrayContaining(['name', 'avatar']) as unknown,
      before: { name: 'Ada', avatar },
    },
  ]);
});

/** Of records that were there before: a repair changes only those with the planned date. */
const createdAt = 1_600_000_000;

test('an undo lists what repairs have changed of records that were there before, with the first values', async () => {
  await using rig = await startJobRig();
  await using client = clientOf(rig);
  await client.call('users.create', { body: { uid: 'ada', name: 'Live' } });
  await client.call('users.create', { body: { uid: 'cy', name: 'Cy' } });
  await client.call('groups.create', { body: { guid: 'den', name: 'Den', type: 'public' } });
  await client.call('groups.members.add', {
    path: { guid: 'den' },
    body: { participants: ['cy'] },
  });
  const { db } = rig.service;
  db.exec(
    `UPDATE users SET created_at = ${createdAt}; UPDATE groups SET created_at = ${createdAt}`,
  );
  db.exec(`UPDATE members SET joined_at = ${createdAt}`);
  const cy = { uid: 'cy', name: 'Cy', createdAt };
  const rows: RowsByKind = {
    users: [{ uid: 'ada', name: 'Ada', createdAt }, bob, cy],
    groups: [{ guid: 'den', name: 'Den', type: 'public', createdAt }],
    members: [{ guid: 'den', uid: 'cy', joinedAt: createdAt }],
  };
  await planRows(rows, { job: rig.job });
  await sent(rig, Infinity);
  await repaired(rig);
  db.exec("UPDATE users SET name = 'By hand' WHERE uid <> 'cy'");
  db.exec("UPDATE users SET deactivated_at = 1 WHERE uid = 'cy'");
  {
    using _ = lockJob(repairFolder(jobFolder(rig.job)).changes.path, Date.now());
    await expect(repaired(rig)).rejects.toThrow(JobLockedError);
  }
  await repaired(rig);
  expect(db.prepare('SELECT name FROM users ORDER BY uid').all()).toEqual([
    { name: 'Ada' },
    { name: 'Bob' },
    { name: 'Cy' },
  ]);

  await planned(rig);

  // Bob was created by the job, and goes with what was changed.
  expect(keptIn(rig)).toEqual([
    {
      kind: 'userUpdates',
      id: 'ada',
      because: 'not-restored',
      fields: ['name'],
      before: { name: 'Live' },
    },
    {
      kind: 'reactivations',
      id: 'cy',
      because: 'not-restored',
      fields: ['deactivated'],
      before: { deactivated: true },
    },
  ]);
});

test.each([
  ['landed', "UPDATE batches SET marks = 'c'"],
  ['may have landed, by the mark of the record', "UPDATE batches SET state = 'open', marks = 'u'"],
  ['may have landed, by the announcement of the lane', 'DELETE FROM batches'],
  [
    'may have landed, and has failed',
    `UPDATE batches SET marks = 'f';
     INSERT INTO outcomes SELECT seq, 0, kind, 'ada', 'failed', 'HTTP 500', 'No.', NULL, NULL, 1, 3, 'users', 2 FROM batches`,
  ],
])('an undo lists what a repair has changed: %s', async (_, ledger) => {
  await using rig = await startJobRig();
  await using client = clientOf(rig);
  await client.call('users.create', { body: { uid: 'ada', name: 'Live' } });
  rig.service.db.exec(`UPDATE users SET created_at = ${createdAt} WHERE uid = 'ada'`);
  await planRows({ users: [{ uid: 'ada', name: 'Ada', createdAt }, bob] }, { job: rig.job });
  await sent(rig, Infinity);
  await repaired(rig);
  const { changes } = repairFolder(jobFolder(rig.job));
  using db = new DatabaseSync(changes.ledger);
  db.exec(ledger);

  await planned(rig);

  expect(keptIn(rig)).toMatchObject([
    { id: 'ada', because: 'not-restored', before: { name: 'Live' } },
  ]);
});

async function repaired({ job, target }: JobRig): Promise<void> {
  const events = repairJob({ job, target, verifying: { requestsPerMinute: 'unlimited' } });
  for (;;) {
    const next = await events.next();
    if (next.done !== true) continue;
    expect(next.value.verified?.complete).toBe(true);
    return;
  }
}
