import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '@chatferry/client';
import { problems as allProblems } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { planRows, type RowsByKind, runJob, type RunOutcome, verifyJob } from '../src/index.ts';
import { type JobRig, message, startJobRig } from './support/job-rig.ts';

const users = [
  { uid: 'ada', name: 'Ada' },
  { uid: 'bob', name: 'Bob' },
];

/** A message of one of two senders: each may send one in two seconds. */
function sent(index: number): Record<string, unknown> {
  return { ...message(index), ...(index % 2 === 0 ? {} : { sender: 'bob', receiver: 'ada' }) };
}

function reply(index: number, parent: string): Record<string, unknown> {
  const { text, ...rest } = sent(index);
  return { ...rest, data: { text, metadata: { parentMuid: parent } } };
}

const reaction = (muid: string): Record<string, string> => ({ muid, uid: 'bob', reaction: '👍' });

async function send(
  rig: JobRig,
  job: string,
  messages: 'import' | 'chat' = 'import',
): Promise<RunOutcome> {
  const events = runJob({
    job,
    target: rig.target,
    requestsPerMinute: 'unlimited',
    allowsLive: true,
    maxDifferent: { percent: 100 },
    routes: messages === 'chat' ? { messages } : {},
  });
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}

/** Each message that the app holds, with the first message of its thread. */
/** Imports messages of which those with a parent are replies. */
async function landThreads(rig: JobRig, messages: Record<string, unknown>[]): Promise<void> {
  await planRows({ users, messages }, { job: rig.job, threads: 'reply' });
  await send(rig, rig.job);
}

function threads(rig: JobRig): unknown[] {
  return rig.service.db
    .prepare(
      `SELECT m.muid || coalesce(' in ' || up.muid, '') AS it
       FROM messages m LEFT JOIN messages up ON up.id = m.parent_id ORDER BY m.muid`,
    )
    .all()
    .map(({ it }) => it);
}

/** The route of the messages, and landed replies that have a reaction. */
const cases = [
  ['chat', []],
  ['import', ['m1']],
] as const;

test.for(cases)(
  'reactions and replies find messages that an earlier job landed: %s %s',
  async ([route, replies]) => {
    await using rig = await startJobRig();
    const night = path.join(rig.folder, 'night');
    await planRows(
      { users, messages: [sent(0), reply(1, 'm0'), sent(3)] },
      { job: rig.job, threads: 'reply' },
    );
    await send(rig, rig.job, route);
    // As by a clock of the service that is five minutes ahead.
    rig.service.db.exec(
      'UPDATE messages SET sent_at = sent_at + 300 WHERE sent_at > unixepoch() - 60',
    );
    // A part of an export: what landed is not in it.
    const rows: RowsByKind = {
      messages: [reply(5, 'm0'), reply(6, 'm3'), sent(7)],
      reactions: ['m0', 'm3', 'm5', 'm7', ...replies].map(reaction),
    };

    const summary = await planRows(rows, { job: night, after: rig.job });
    const { sums } = await send(rig, night, route);
    rig.service.db.exec(
      'UPDATE messages SET sent_at = sent_at - 300 WHERE sent_at > unixepoch() + 60',
    );

    expect(summary.problems).toEqual([]);
    expect(sums).toMatchObject({
      messages: { created: 1, filtered: 2 },
      replies: { created: 2, failed: 0, skipped: 0 },
      reactions: { created: 4 + replies.length, failed: 0, skipped: 0 },
    });
    const { complete } = await verifyJob({
      job: night,
      target: rig.target,
      routes: route === 'chat' ? { messages: route } : {},
      requestsPerMinute: 'unlimited',
    });
    expect(complete).toBe(true);
  },
);

test('a reply to a landed reply goes to the first message of the thread if the export has both, and else stays a message', async () => {
  await using rig = await startJobRig();
  const before = [sent(0), reply(1, 'm0')];
  await landThreads(rig, before);
  const [night, morning] = ['night', 'morning'].map((name) => path.join(rig.folder, name));

  const part = await planRows({ messages: [reply(2, 'm1')] }, { job: night!, after: rig.job });
  const { sums } = await send(rig, night!);
  const whole = { users, messages: [...before, reply(2, 'm1'), reply(3, 'm1')] };
  const all = await planRows(whole, { job: morning!, after: night! });
  const { sums: later } = await send(rig, morning!);

  expect(part.problems.map(({ code, count }) => [code, count])).toEqual([
    ['reply-without-thread', 1],
  ]);
  expect(sums).toMatchObject({ messages: { created: 1 } });
  expect(sums).not.toHaveProperty('replies');
  expect(all.problems).toEqual([]);
  expect(later.replies).toMatchObject({ failed: 0 });
  expect(later).toMatchObject({ messages: { changed: 0 }, replies: { created: 1 } });
  expect(threads(rig)).toEqual(['m0', 'm1 in m0', 'm2', 'm3 in m0']);
});

test('a landed reply is not sent as a message by the delta of an export that lacks what it replies to', async () => {
  await using rig = await startJobRig();
  const before = [sent(0), reply(1, 'm0'), reply(2, 'm1')];
  await landThreads(rig, before);
  const night = path.join(rig.folder, 'night');

  // The thread of m2 is not known without the row of m1.
  await planRows({ messages: [reply(2, 'm1'), reply(3, 'm2')] }, { job: night, after: rig.job });
  const { sums } = await send(rig, night);

  expect(sums.replies).toMatchObject({ created: 0, failed: 0 });
  expect(threads(rig)).toEqual(['m0', 'm1 in m0', 'm2 in m0', 'm3']);
});

test('a landed reply whose row names no message any more stays a reply, and is not gone', async () => {
  await using rig = await startJobRig();
  const before = [sent(0), reply(1, 'm0'), reply(2, 'm0')];
  await landThreads(rig, before);
  const night = path.join(rig.folder, 'night');

  const rows = { users, messages: [sent(0), sent(1), reply(2, 'm0'), sent(4)] };
  const summary = await planRows(rows, { job: night, after: rig.job });
  const { sums } = await send(rig, night);

  expect(summary.delta?.gone).toMatchObject({ messages: 0, replies: 0 });
  expect(sums).toMatchObject({
    messages: { created: 1, unchanged: 1, changed: 1 },
    replies: { unchanged: 1 },
  });
  const changed = readFileSync(path.join(night, 'changed.jsonl'), 'utf8');
  expect(JSON.parse(changed)).toMatchObject({ kind: 'replies', id: 'm1', line: 2 });
  expect(threads(rig)).toEqual(['m0', 'm1 in m0', 'm2 in m0', 'm4']);
  expect((await verifyJob({ job: night, target: rig.target })).complete).toBe(true);
});

test('a new reply between users of whom an earlier job blocked one is a message, and landed replies stay in their thread', async () => {
  await using rig = await startJobRig();
  const before = [sent(0), reply(1, 'm0')];
  const blocks = [{ uid: 'bob', blocked: 'ada' }];
  await planRows({ users, messages: before, blocks }, { job: rig.job, threads: 'reply' });
  await send(rig, rig.job);
  const [night, morning] = ['night', 'morning'].map((name) => path.join(rig.folder, name));
  const rows = { users, blocks, messages: [...before, reply(2, 'm0'), reply(3, 'm2')] };

  const { problems } = await planRows(rows, { job: night!, after: rig.job });
  const { sums } = await send(rig, night!);
  const again = await planRows(rows, { job: morning!, after: night! });

  expect(problems.map(({ code, count }) => [code, count])).toEqual([['reply-to-blocked', 2]]);
  expect(allProblems['reply-to-blocked'].fix).toMatch(/nothing to do/i);
  expect(sums).toMatchObject({ messages: { created: 2, failed: 0 }, replies: { unchanged: 1 } });
  expect(threads(rig)).toEqual(['m0', 'm1 in m0', 'm2', 'm3']);
  expect(again.kinds).toMatchObject({
    messages: { planned: 0, unchanged: 3 },
    replies: { planned: 0, unchanged: 1 },
  });
});

test('what the app held before with other content is planned again, and what is made from a rejected row is not gone', async () => {
  await using rig = await startJobRig();
  await using client = createClient(rig.target);
  await client.call('users.create', { body: { uid: 'bob', name: 'Robert' } });
  const cy = { uid: 'cy', name: 'Cy', deactivatedAt: 1_700_000_000 };
  await planRows({ users: [...users, cy] }, { job: rig.job });
  await send(rig, rig.job);

  const { kinds, delta } = await planRows(
    { users: [...users, { ...cy, name: '' }] },
    { job: path.join(rig.folder, 'night'), after: rig.job },
  );

  expect(kinds.users).toMatchObject({ unchanged: 1, planned: 1, changed: 0, rejected: 1 });
  expect(delta?.landed).toMatchObject({ deactivations: 1 });
  expect(delta?.gone).toMatchObject({ users: 0, deactivations: 0 });
});

test('a landed reply is not gone when its row is rejected', async () => {
  await using rig = await startJobRig();
  const landed = [sent(0), reply(1, 'm0')];
  await landThreads(rig, landed);

  const { kinds, delta } = await planRows(
    { users, messages: [landed[0]!, { ...reply(1, 'm0'), sentAt: 'soon' }] },
    { job: path.join(rig.folder, 'night'), after: rig.job },
  );

  expect(kinds.messages).toMatchObject({ unchanged: 1, rejected: 1 });
  expect(delta?.gone).toMatchObject({ messages: 0, replies: 0 });
});

test('a reply to a message of which several rows differ stays a message', async () => {
  await using rig = await startJobRig();
  const messages = [sent(0), { ...sent(0), text: 'Another' }, reply(1, 'm0')];

  const { kinds, problems } = await planRows(
    { users, messages },
    { job: rig.job, threads: 'reply', duplicates: 'reject' },
  );

  expect(kinds.messages).toMatchObject({ planned: 1, rejected: 2 });
  expect(kinds.replies).toBeUndefined();
  expect(problems.map(({ code }) => code)).toContain('reply-without-thread');
});
