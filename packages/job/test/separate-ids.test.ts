import path from 'node:path';
import { entryOf, openPlan, recordOfEntry } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { planFiles, runJob } from '../src/index.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

/** Users of all exports. */
const known = ['Ann', 'ann', 'ANN'];

const at = Date.now() - 3_600_000;

/** Writes an export of Sendbird: users with these ids, each of whom wrote one message in each of these hours. */
function writeExport(rig: JobRig, name: string, users: readonly string[], hours = [0]): string {
  const people = users.map((id) => ({ user_id: id, nickname: `Name of ${id}`, is_active: true }));
  const messages = users.flatMap((id, nth) =>
    hours.map((hour) => ({
      type: 'MESG',
      message_id: 10 * hour + known.indexOf(id) + 1,
      message: `${id} wrote this`,
      created_at: at + hour * 60_000 + nth,
      channel_url: 'town',
      user: { user_id: id, nickname: `Name of ${id}` },
    })),
  );
  const files = {
    users: { active_users: people },
    channels: { group_channels: [{ channel_url: 'town', name: 'Town', created_at: at }] },
    messages: { messages },
  };
  for (const [kind, content] of Object.entries(files))
    rig.write(`${name}/${kind}.json`, [JSON.stringify(content)]);
  return path.join(rig.folder, name);
}

/** Plans an export, and sends the plan. @returns who is planned to have written each message, by its text */
async function imported(
  rig: JobRig,
  folder: string,
  settings: object,
): Promise<Record<string, string>> {
  const { kinds } = await planFiles([folder], { job: rig.job, from: 'sendbird', ...settings });
  expect(kinds.messages.rejected + kinds.users.rejected).toBe(0);
  const senders: Record<string, string> = {};
  const plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches('messages', lane))
      for (const index of batch.ends.keys()) {
        const { sender, data } = recordOfEntry(entryOf(batch, index).wire);
        senders[(data as { text: string }).text] = sender as string;
      }
  plan.close();
  const run = { job: rig.job, target: rig.target, requestsPerMinute: 'unlimited' } as const;
  for await (const event of runJob({ ...run, maxFailures: 'none', allowsLive: true })) void event;
  return senders;
}

const hashed = expect.stringMatching(/^(old-)?ann_[0-9a-f]{12}$/);

test.each([
  ['the second export has another user too', ['Ann'], ['Ann', 'ann'], { ann: hashed }, 'ann'],
  ['the second export has only the one that got a new id', ['Ann', 'ann'], ['Ann'], {}, hashed],
  ['the second export has another one that is first in order', ['Ann'], ['ANN', 'Ann'], {}, 'ann'],
  ['the second export lacks the one that landed', ['ann'], ['Ann'], {}, hashed],
] as const)(
  'in a delta ids that differ only in case stay those of the same people when %s',
  async (_, first, second, others, sender) => {
    for (const idPrefix of ['', 'old-']) {
      await using rig = await startJobRig();
      const prefixed = (id: unknown): unknown =>
        typeof id === 'string' && idPrefix !== '' ? `${idPrefix}${id}` : id;
      await imported(rig, writeExport(rig, 'first', first), { idPrefix });
      for (const job of ['night', 'morning']) {
        const after = rig.job;
        rig.useJob(job);
        const hours = job === 'night' ? [0, 1] : [2];
        const senders = await imported(rig, writeExport(rig, `${job}-export`, second, hours), {
          after,
        });
        expect(senders['Ann wrote this']).toEqual(prefixed(sender));
        for (const [id, other] of Object.entries(others))
          expect(senders[`${id} wrote this`]).toEqual(prefixed(other));
      }
    }
  },
);
