import { createClient } from '@chatferry/client';
import { expect, test } from 'vitest';
import { planRows, repairJob, verifyJob } from '../src/index.ts';
import { appContent } from './support/app-content.ts';
import { startJobRig } from './support/job-rig.ts';
import { rows, sent } from './support/undo-rig.ts';

test('a repair of a membership whose user’s id somebody else has does not deactivate that person', async () => {
  await using rig = await startJobRig();
  await using client = createClient(rig.target);
  await client.call('users.create', { body: { uid: 'dot', name: 'Somebody else' } });
  await planRows(rows(), { job: rig.job, createRoles: true, threads: 'reply' });
  await sent(rig, Infinity);
  const dot = appContent(rig.service)['users']!.filter(isDot);
  expect(dot).toMatchObject([{ name: 'Somebody else', active: 1 }]);
  rig.service.db.exec("UPDATE members SET scope = 'moderator' WHERE uid = 'dot'");

  const reading = { job: rig.job, target: rig.target, requestsPerMinute: 'unlimited' } as const;
  await verifyJob(reading);
  const events = repairJob({ ...reading, allowsLive: true });
  while ((await events.next()).done !== true);

  const { users, members } = appContent(rig.service);
  expect(users!.filter(isDot)).toEqual(dot);
  expect(members!.filter(isDot)).toMatchObject([{ guid: 'makers', scope: 'participant' }]);
});

function isDot(user: unknown): boolean {
  return (user as { uid: string }).uid === 'dot';
}
