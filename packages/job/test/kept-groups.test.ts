import path from 'node:path';
import { entryOf, openPlan, recordOfEntry } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { planFiles, runJob } from '../src/index.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

const at = Math.floor(Date.now() / 1000) - 3600;

/** Writes an export of Slack with a conversation of Ann and Bo. @param messages the senders, and the seconds of each */
function writeExport(
  rig: JobRig,
  name: string,
  messages: readonly (readonly [user: string, seconds: number])[],
): string {
  const users = ['U1', 'U2', 'U3'].map((id) => ({ id, name: id.toLowerCase(), profile: {} }));
  const day = messages.map(([user, seconds]) => {
    return { type: 'message', user, text: `after ${seconds} s`, ts: `${at + seconds}.000100` };
  });
  const files = {
    users,
    channels: [],
    dms: [{ id: 'D1', created: 1, members: ['U1', 'U2'] }],
    'D1/2026-01-01': day,
  };
  for (const [file, content] of Object.entries(files))
    rig.write(`${name}/${file}.json`, [JSON.stringify(content)]);
  return path.join(rig.folder, name);
}

test('a conversation of two people that landed as a group stays one when a later export lacks the messages of the third', async () => {
  await using rig = await startJobRig();
  const whole = writeExport(rig, 'whole', [
    ['U1', 1],
    ['U3', 2],
  ]);
  await planFiles([whole], { job: rig.job, from: 'slack' });
  const run = { job: rig.job, target: rig.target, requestsPerMinute: 'unlimited' } as const;
  for await (const event of runJob({ ...run, maxFailures: 'none', allowsLive: true })) void event;
  const after = rig.job;

  rig.useJob('night');
  const part = writeExport(rig, 'part', [['U2', 3]]);
  const { delta } = await planFiles([part], { job: rig.job, after, from: 'slack' });

  const plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const { batch, index } = plan.find('messages', `slack-D1-${at + 3}-000100`)!;
  expect(recordOfEntry(entryOf(batch, index).wire)).toMatchObject({
    receiverType: 'group',
    receiver: 'd1',
  });
  plan.close();
  expect(delta?.gone).toMatchObject({ groups: 0 });
});
