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
import { delta, landed, send } from './support/delta-rig.ts';
import { type GateAnswer, startGate } from './support/gate.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

const then = Math.floor(Date.now() / 1000) - 7200;
const people = ['ada', 'bob', 'cy'].map((uid) => ({ uid, name: uid, createdAt: then }));
const group = { guid: 'den', name: 'Den', type: 'public', owner: 'ada', createdAt: then };
const members = ['bob', 'cy'].map((uid) => ({ guid: 'den', uid, joinedAt: then + 10 }));
const first = { users: people, groups: [group], members } as unknown as RowsByKind;
/** Without both memberships. Of none it would not be known that they are gone. */
const second = {
  ...first,
  members: [{ guid: 'den', uid: 'ada', joinedAt: then + 10 }],
} as RowsByKind;

/** Somebody removes Bob from the group and lets him in again. */
async function letInAgain(rig: JobRig): Promise<void> {
  await using client = createClient(rig.target);
  const path = { guid: 'den' };
  await client.call('groups.members.remove', { path: { ...path, uid: 'bob' } });
  await client.call('groups.members.add', { path, body: { moderators: ['bob'] } });
}

function membersOf({ service }: JobRig): unknown[] {
  const rows = service.db.prepare('SELECT uid FROM members ORDER BY uid').all();
  return rows.map(({ uid }) => uid);
}

test('a delta does not remove a membership that other people created again', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);
  await letInAgain(rig);

  const { job } = await delta(rig, second, 'night', rig.job, { removeGone: 2 });
  const options = { job, target: rig.target, requestsPerMinute: 'unlimited' } as const;
  await Array.fromAsync(runJob({ ...options, allowsLive: true, maxDifferent: 1 }));

  expect(jobStatus(job).kinds.memberRemovals).toMatchObject({ created: 1, presentDifferent: 1 });
  expect(membersOf(rig)).toEqual(['ada', 'bob']);
  const { complete, kinds } = await verifyJob(options);
  expect(complete).toBe(false);
  expect(kinds.find(({ kind }) => kind === 'memberRemovals')).toMatchObject({
    same: 1,
    different: 1,
    missing: 0,
  });
  await Array.fromAsync(repairJob({ ...options, allowsLive: true }));
  await Array.fromAsync(retryJob({ ...options, allowsLive: true, maxDifferent: 1 }));
  expect(membersOf(rig)).toEqual(['ada', 'bob']);
});

test.each<GateAnswer>(['break', 502])(
  'a delta does not remove a membership that other people created again while the request to remove it was lost (%s)',
  async (answer) => {
    await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
    await landed(rig, first);
    const { job } = await delta(rig, second, 'night', rig.job, { removeGone: 2 });
    let requests = 0;
    await using gate = await startGate(rig.service, async (request) => {
      if (request !== 'DELETE /groups/den/members/bob' || ++requests > 1) return 'pass';
      await letInAgain(rig);
      return answer;
    });
    const target = { ...rig.target, baseUrl: gate.baseUrl };
    const events = runJob({ job, target, requestsPerMinute: 'unlimited', allowsLive: true });
    await Array.fromAsync(events);

    expect(requests).toBe(1);
    expect(membersOf(rig)).toEqual(['ada', 'bob']);
  },
);

test('a membership that was sent through the chat endpoints has the time of its sending, and is removed', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await planRows(structuredClone(first), { job: rig.job });
  const options = { target: rig.target, requestsPerMinute: 'unlimited', allowsLive: true } as const;
  await Array.fromAsync(runJob({ ...options, job: rig.job, routes: { members: 'chat' } }));
  const between = await delta(rig, first, 'between', rig.job);
  await send(rig, between.job);

  const { job } = await delta(rig, second, 'night', between.job, { removeGone: 2 });
  const { sums } = await send(rig, job);

  expect(sums.memberRemovals).toMatchObject({ created: 2, present: 0 });
  expect(membersOf(rig)).toEqual(['ada']);
});
