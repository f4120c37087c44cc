import { createClient } from '@chatferry/client';
import { expect, test } from 'vitest';
import { verifyJob } from '../src/index.ts';
import { startJobRig } from './support/job-rig.ts';
import { imported, rows } from './support/undo-rig.ts';

test('a stranger who is banned from a group of the job is one more record there, and nothing else', async () => {
  await using rig = await startJobRig();
  await using client = createClient(rig.target);
  await imported(rig, rows());
  await client.call('users.create', { body: { uid: 'eve', name: 'Eve' } });
  await client.call('groups.bannedUsers.ban', { path: { guid: 'makers', uid: 'eve' } });

  const { kinds } = await verifyJob({
    job: rig.job,
    target: rig.target,
    requestsPerMinute: 'unlimited',
  });

  expect(kinds.find(({ kind }) => kind === 'members')).toMatchObject({
    planned: 4,
    same: 4,
    missing: 0,
    extra: 1,
  });
});
