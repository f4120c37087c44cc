import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { planFiles, planRows, type RowsByKind, verifyJob } from '../src/index.ts';
import { landed, send } from './support/delta-rig.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

const NOW = Math.floor(Date.now() / 1000);
const DAY = 86_400;

function text(muid: string, daysAgo: number, parentMuid?: string): Record<string, unknown> {
  const data = { text: muid, ...(parentMuid === undefined ? {} : { metadata: { parentMuid } }) };
  const ends = { sender: 'ann', receiver: 'bob', receiverType: 'user' };
  return { muid, ...ends, data, sentAt: NOW - daysAgo * DAY };
}

function reaction(muid: string): Record<string, string> {
  return { muid, uid: 'bob', reaction: '👍' };
}

const rows = {
  users: [
    { uid: 'ann', name: 'Ann' },
    { uid: 'bob', name: 'Bob' },
  ],
  messages: [
    text('old', 20),
    text('gone-user', 20),
    text('older-than-kept', 300),
    text('late-reply', 1, 'old'),
    text('reply-to-it', 1, 'late-reply'),
    text('new', 2),
    text('new-reply', 1, 'new'),
    text('edge', 7.5),
  ].map((row) => (row['muid'] === 'gone-user' ? { ...row, sender: 'nobody' } : row)),
  reactions: ['old', 'late-reply', 'new', 'no-such'].map(reaction),
} satisfies RowsByKind;

const settings = { threads: 'reply', newerThan: '7d' } as const;

function held({ service }: JobRig): unknown[] {
  return service.db
    .prepare(`SELECT muid FROM messages WHERE muid IS NOT NULL ORDER BY muid`)
    .all()
    .map(({ muid }) => muid);
}

test('recent messages go first, and all that is older or belongs to it goes with the next job', async () => {
  await using rig = await startJobRig({ sendsPerMinute: 'unlimited' });

  const recent = await planRows(structuredClone(rows), { ...settings, job: rig.job });

  // Old rows are not judged by what they refer to: that is for the next job.
  expect(recent.problems.map(({ code, example }) => [code, example.id])).toEqual([
    ['missing-message', expect.anything()],
  ]);
  expect(recent.kinds).toMatchObject({
    messages: { rows: 8, planned: 1, filtered: 7 },
    replies: { planned: 1 },
    reactions: { rows: 4, planned: 1, filtered: 2, rejected: 1 },
  });
  await send(rig, rig.job);
  expect(held(rig)).toEqual(['new', 'new-reply']);

  const archive = path.join(rig.folder, 'archive');
  const rest = await planRows(structuredClone(rows), { job: archive, after: rig.job });
  await send(rig, archive);

  expect(rest.problems.map(({ code }) => code).toSorted()).toEqual([
    'missing-message',
    'missing-user',
    'too-old',
  ]);
  expect(held(rig)).toEqual(['edge', 'late-reply', 'new', 'new-reply', 'old', 'reply-to-it']);
  const reactions = rig.service.db.prepare('SELECT count(*) AS n FROM reactions').get();
  expect(reactions).toEqual({ n: 3 });
  const verified = await verifyJob({ job: archive, target: rig.target });
  expect(verified.complete).toBe(true);
});

test('what is left is not taken for gone', async () => {
  await using rig = await startJobRig({ sendsPerMinute: 'unlimited' });
  await landed(rig, { users: rows.users, messages: [text('old', 20), text('new', 2)] });
  const night = path.join(rig.folder, 'night');

  const { delta, kinds } = await planRows(
    { users: rows.users, messages: [text('old', 20), text('new', 2), text('newer', 1)] },
    { job: night, after: rig.job, newerThan: '7d' },
  );

  expect(kinds.messages).toMatchObject({ planned: 1, filtered: 1, unchanged: 1 });
  expect(delta).toMatchObject({ gone: { messages: 0 }, goneUnknown: ['messages'] });
});

test('the same export planned again is the same plan, although time has passed', async () => {
  await using rig = await startJobRig();
  const folder = rig.writeExport(3);
  let unchanged = 0;
  const options = { job: rig.job, newerThan: '1d', onUnchanged: () => unchanged++ };

  const first = await planFiles([folder], options);
  await setTimeout(1100);
  const again = await planFiles([folder], options);
  await planFiles([folder], { ...options, newerThan: '2d' });

  expect(again).toEqual(first);
  expect(unchanged).toBe(1);
});

test.each(['7', '-7d', '7 days', '2026-13-01', '2999-01-01', ''])(
  'refuses %s',
  async (newerThan) => {
    await using rig = await startJobRig();

    const planning = planRows({ users: rows.users }, { job: rig.job, newerThan });

    await expect(planning).rejects.toThrow(/newerThan is '.*', but must be an age such as 7d/);
  },
);
