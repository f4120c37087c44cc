import path from 'node:path';
import { serviceId } from '@chatferry/contract';
import { entryOf, openPlan, recordOfEntry } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { planFiles } from '../src/index.ts';
import { startJobRig } from './support/job-rig.ts';

const at = Date.now() - 3_600_000;

test('an export of a system with ids that differ only in case is refused with the rule of the system, which plans all', async () => {
  await using rig = await startJobRig();
  const ids = ['Ann', 'ann'];
  const files = {
    users: { active_users: ids.map((id) => ({ user_id: id, nickname: id, is_active: true })) },
    channels: { group_channels: [{ channel_url: 'town', name: 'Town', created_at: at }] },
    messages: {
      messages: ids.map((id, index) => ({
        type: 'MESG',
        message_id: index + 1,
        message: `${id} wrote this`,
        created_at: at + index,
        channel_url: 'town',
        user: { user_id: id, nickname: id },
      })),
    },
  };
  for (const [kind, content] of Object.entries(files))
    rig.write(`export/${kind}.json`, [JSON.stringify(content)]);
  const folder = path.join(rig.folder, 'export');

  await expect(planFiles([folder], { job: rig.job })).rejects.toMatchObject({
    code: 'id-clash',
    message: expect.stringMatching(/ {2}users {2}Ann \(.+\) {4}ann \(.+\)/),
    fix: expect.stringContaining('In Sendbird case distinguishes ids: set `ids: hash`.'),
  });

  await planFiles([folder], { job: rig.job, ids: 'hash' });
  const plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const senders = Array.from({ length: plan.lanes }, (_, lane) =>
    [...plan.batches('messages', lane)].flatMap((batch) =>
      batch.ends.map((_end, index) => {
        const { sender, data } = recordOfEntry(entryOf(batch, index).wire);
        return [(data as { text: string }).text, sender];
      }),
    ),
  ).flat();
  plan.close();
  expect(Object.fromEntries(senders)).toEqual({
    'Ann wrote this': serviceId('Ann', 'hash'),
    'ann wrote this': 'ann',
  });
});
