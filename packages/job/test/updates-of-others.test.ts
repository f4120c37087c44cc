import { createClient } from '@chatferry/client';
import { expect, test } from 'vitest';
import {
  jobStatus,
  planRows,
  repairJob,
  retryJob,
  runJob,
  type RowsByKind,
  verifyJob,
} from '../src/index.ts';
import { delta, landed } from './support/delta-rig.ts';
import { type GateAnswer, startGate } from './support/gate.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

const then = Math.floor(Date.now() / 1000) - 7200;

function rowsOf(name: string, scope: 'participant' | 'admin'): RowsByKind {
  const users = ['ada', 'bob'].map((uid) => ({ uid, name, createdAt: then }));
  const group = { guid: 'den', name, type: 'public', owner: 'ada', createdAt: then };
  const lair = { ...group, guid: 'lair' };
  const member = { guid: 'lair', uid: 'bob', scope, joinedAt: then + 10 };
  return { users, groups: [group, lair], members: [member] } as RowsByKind;
}

const first = rowsOf('Before', 'participant');
const second = rowsOf('After', 'admin');

/** Somebody deletes a user and a group and creates them again, and lets a member in again. */
async function makeAnew({ target }: Pick<JobRig, 'target'>): Promise<void> {
  await using client = createClient(target);
  const member = { guid: 'lair', uid: 'bob' };
  await client.call('users.delete', { path: { uid: 'bob' }, body: { permanent: true } });
  await client.call('users.create', { body: { uid: 'bob', name: 'Another Bob' } });
  await client.call('groups.members.add', {
    path: { guid: member.guid },
    body: { participants: [member.uid] },
  });
  await client.call('groups.delete', { path: { guid: 'den' } });
  await client.call('groups.create', { body: { guid: 'den', name: 'Their den', type: 'public' } });
}

function namesIn({ service }: JobRig): unknown {
  const { db } = service;
  return [
    ...db.prepare('SELECT name FROM users ORDER BY uid').all(),
    ...db.prepare('SELECT name FROM groups ORDER BY guid').all(),
    ...db.prepare("SELECT scope FROM members WHERE uid = 'bob'").all(),
  ].map((row) => Object.values(row)[0]);
}

const kept = ['After', 'Another Bob', 'Their den', 'After', 'participant'];

test('a delta does not update users, groups and memberships that other people created again', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);
  await makeAnew(rig);

  const { job } = await delta(rig, second, 'night', rig.job);
  const options = { job, target: rig.target, requestsPerMinute: 'unlimited' } as const;
  await Array.fromAsync(runJob({ ...options, maxDifferent: 3 }));

  expect(jobStatus(job).kinds).toMatchObject({
    userUpdates: { created: 1, presentDifferent: 1 },
    groupUpdates: { created: 1, presentDifferent: 1 },
    memberUpdates: { created: 0, presentDifferent: 1 },
  });
  expect(namesIn(rig)).toEqual(kept);
  await verifyJob(options);
  await Array.fromAsync(retryJob({ ...options, maxDifferent: 3 }));
  expect(namesIn(rig)).toEqual(kept);
});

test.each<GateAnswer>(['break', 502])(
  'a delta does not update again what other people created again while an answer was lost (%s)',
  async (answer) => {
    await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
    await landed(rig, first);
    const { job } = await delta(rig, second, 'night', rig.job);
    let requests = 0;
    await using gate = await startGate(rig.service, async (request) => {
      if (request !== 'PUT /users/bob' || ++requests > 1) return 'pass';
      await makeAnew(rig);
      return answer;
    });
    const target = { ...rig.target, baseUrl: gate.baseUrl };
    await Array.fromAsync(runJob({ job, target, requestsPerMinute: 'unlimited', maxDifferent: 3 }));

    expect(requests).toBe(1);
    expect(namesIn(rig)).toEqual(kept);
  },
);

test('a delta updates what an earlier job sent through the chat endpoints, to which the app has given times of its own', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await planRows(structuredClone(first), { job: rig.job });
  const sending = { target: rig.target, requestsPerMinute: 'unlimited' } as const;
  const routes = { users: 'chat', groups: 'chat', members: 'chat' } as const;
  await Array.fromAsync(runJob({ ...sending, job: rig.job, routes, allowsLive: true }));

  const byHand = "UPDATE users SET name = 'By hand'; UPDATE groups SET name = 'By hand'";
  rig.service.db.exec(byHand);
  await Array.fromAsync(repairJob({ ...sending, job: rig.job, routes, allowsLive: true }));
  expect(namesIn(rig)).toEqual(['Before', 'Before', 'Before', 'Before', 'participant']);

  const { job } = await delta(rig, second, 'night', rig.job);
  await Array.fromAsync(runJob({ ...sending, job }));

  expect(namesIn(rig)).toEqual(['After', 'After', 'After', 'After', 'admin']);
  rig.service.db.exec(byHand);
  await Array.fromAsync(repairJob({ ...sending, job, allowsLive: true }));
  expect(namesIn(rig)).toEqual(['After', 'After', 'After', 'After', 'admin']);
});

test('a repair leaves alone what a delta of rows made in code has changed', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);
  const { job } = await delta(rig, second, 'night', rig.job);
  const sending = { target: rig.target, requestsPerMinute: 'unlimited' } as const;
  await Array.fromAsync(runJob({ ...sending, job }));

  await Array.fromAsync(repairJob({ ...sending, job: rig.job, allowsLive: true }));

  expect(namesIn(rig)).toEqual(['After', 'After', 'After', 'After', 'admin']);
});
