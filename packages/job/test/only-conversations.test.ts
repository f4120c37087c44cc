import path from 'node:path';
import { expect, test } from 'vitest';
import { planRows, type RowsByKind, verifyJob } from '../src/index.ts';
import { conversationsIn } from '../src/planning/only-conversations.ts';
import { appContent } from './support/app-content.ts';
import { send } from './support/delta-rig.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { NOW, replyTo, text } from './support/undo-rig.ts';

const inGroup = (guid: string, muid: string, sender: string): Record<string, unknown> => ({
  ...text(muid, sender, guid),
  receiverType: 'group',
});
const about = { type: 'public', createdAt: NOW - 800 };
const group = (guid: string, owner: string): Record<string, unknown> => ({
  guid,
  owner,
  name: guid,
  description: guid,
  ...about,
});

const rows = {
  roles: [{ role: 'staff', name: 'Staff' }],
  users: [
    { uid: 'Ann', name: 'Ann', role: 'staff', createdAt: NOW - 900 },
    ...['bob', 'cy', 'dee', 'fay'].map((uid) => ({ uid, name: uid, createdAt: NOW - 900 })),
    ...['eve', 'gus'].map((uid) => ({ uid, name: uid, createdAt: NOW - 900, deactivatedAt: NOW })),
  ],
  groups: [group('Team', 'Ann'), group('other', 'dee')],
  members: [
    { guid: 'Team', uid: 'Ann' },
    { guid: 'Team', uid: 'bob' },
    { guid: 'Team', uid: 'gus' },
    { guid: 'other', uid: 'dee' },
    { guid: 'other', uid: 'cy' },
    { guid: 'other', uid: 'nobody' },
  ],
  messages: [
    inGroup('Team', 'm1', 'Ann'),
    replyTo('m1', inGroup('Team', 'm2', 'bob')),
    text('m3', 'cy', 'Ann'),
    inGroup('other', 'm4', 'dee'),
    replyTo('m4', inGroup('other', 'm5', 'cy')),
    text('m6', 'Ann', 'dee'),
    text('m7', 'nobody', 'dee'),
  ],
  reactions: [
    { muid: 'm1', uid: 'gus', reaction: '👍' },
    { muid: 'm4', uid: 'dee', reaction: '👍' },
  ],
  friends: [
    { uid: 'Ann', friend: 'bob' },
    { uid: 'Ann', friend: 'fay' },
  ],
  blocks: [
    { uid: 'bob', blocked: 'cy' },
    { uid: 'dee', blocked: 'bob' },
  ],
} as unknown as RowsByKind;

const settings = { threads: 'reply' } as const;

/** What the app holds, without the times that the service gives, nor the order of what has the same time. */
function held({ service }: JobRig): object {
  const { messages, members, ...others } = appContent(service);
  return {
    ...others,
    members: untimed(members!),
    messages: untimed(messages!.toSorted((one, other) => (muidOf(one) < muidOf(other) ? -1 : 1))),
  };
}

function untimed(all: readonly unknown[]): unknown[] {
  return all.map((row) => ({ ...(row as object), sent_at: 0, joined_at: 0 }));
}

function muidOf(row: unknown): string {
  return (row as { muid: string }).muid;
}

test('a pilot has the listed conversations with all they need, and the next job has the rest', async () => {
  await using rig = await startJobRig({ sendsPerMinute: 'unlimited' });
  await using whole = await startJobRig({ sendsPerMinute: 'unlimited' });
  await planRows(structuredClone(rows), { ...settings, job: whole.job });
  await send(whole, whole.job);

  const pilot = await planRows(structuredClone(rows), {
    ...settings,
    job: rig.job,
    onlyConversations: ['Team', 'cy|Ann'],
  });

  // Rows of other conversations are not judged by what they refer to: that is for the next job.
  expect(pilot.problems).toEqual([]);
  expect(pilot.kinds).toMatchObject({
    roles: { planned: 1 },
    users: { rows: 7, planned: 4, filtered: 3, rejected: 0 },
    groups: { planned: 1, filtered: 1 },
    members: { planned: 3, filtered: 3, rejected: 0 },
    messages: { rows: 7, planned: 2, rejected: 0 },
    descriptions: { planned: 1 },
    replies: { planned: 1 },
    reactions: { planned: 1, filtered: 1 },
    friends: { planned: 1, filtered: 1 },
    blocks: { planned: 1, filtered: 1 },
    deactivations: { planned: 1 },
  });
  await send(rig, rig.job);
  const { users, groups } = appContent(rig.service) as Record<string, Record<string, string>[]>;
  expect(users!.map(({ uid }) => uid)).toEqual(['ann', 'bob', 'cy', 'gus']);
  expect(groups!.map(({ guid }) => guid)).toEqual(['team']);
  expect((await verifyJob({ job: rig.job, target: rig.target })).complete).toBe(true);

  const rest = path.join(rig.folder, 'rest');
  const after = await planRows(structuredClone(rows), { ...settings, job: rest, after: rig.job });
  await send(rig, rest);

  expect(after.problems.map(({ code, count }) => [code, count])).toEqual([['missing-user', 2]]);
  expect(held(rig)).toEqual(held(whole));
});

test('what is left is not taken for gone', async () => {
  await using rig = await startJobRig({ sendsPerMinute: 'unlimited' });
  await planRows(structuredClone(rows), { ...settings, job: rig.job });
  await send(rig, rig.job);
  const job = path.join(rig.folder, 'pilot');

  const { delta, kinds } = await planRows(structuredClone(rows), {
    ...settings,
    job,
    after: rig.job,
    onlyConversations: ['Team'],
  });

  expect(kinds.messages).toMatchObject({ rejected: 0 });
  expect(delta).toMatchObject({ gone: { messages: 0, members: 0, users: 0 } });
});

test('with newerThan, only the recent messages of the listed conversations are planned', async () => {
  await using rig = await startJobRig();
  const old = { ...text('old', 'cy', 'Ann'), sentAt: NOW - 20 * 86_400 };
  const { users, messages } = structuredClone(rows) as unknown as Record<string, object[]>;

  const { kinds } = await planRows({ users, messages: [...messages!, old] } as never, {
    job: rig.job,
    newerThan: '7d',
    onlyConversations: ['Ann|cy'],
  });

  expect(kinds).toMatchObject({
    users: { planned: 2, filtered: 5 },
    messages: { planned: 1, filtered: 7 },
  });
});

test('a listed group of two that becomes a conversation is planned as one', async () => {
  await using rig = await startJobRig();
  const users = ['ann', 'bob', 'cy'].map((uid) => ({ uid, name: uid }));
  const pairs = [
    ['ours', 'ann', 'bob'],
    ['theirs', 'ann', 'cy'],
  ] as const;
  const given = {
    users,
    groups: pairs.map(([guid, owner]) => ({ guid, owner, name: guid, ...about })),
    members: pairs.flatMap(([guid, ...uids]) => uids.map((uid) => ({ guid, uid }))),
    messages: pairs.map(([guid, sender]) => inGroup(guid, `m-${guid}`, sender)),
  };

  const { kinds, directConversations } = await planRows(given as never, {
    job: rig.job,
    twoPersonGroups: 'direct',
    onlyConversations: ['ours'],
  });

  expect(directConversations).toBe(1);
  expect(kinds).toMatchObject({
    users: { planned: 2, filtered: 1 },
    groups: { planned: 0, merged: 1, filtered: 1 },
    messages: { planned: 1, filtered: 1 },
  });
});

test('a conversation that the export does not have is refused, and no plan is made', async () => {
  await using rig = await startJobRig();
  const onlyConversations = ['Team', 'tema', 'bob|cy'];

  const planning = planRows(structuredClone(rows), { job: rig.job, onlyConversations });

  await expect(planning).rejects.toMatchObject({
    code: 'unknown-conversation',
    message: expect.stringContaining("no conversation 'bob|cy', 'tema':"),
  });
});

test('a list has one conversation on each line', async () => {
  await using rig = await startJobRig();
  expect(conversationsIn(rig.write('list', ['\uFEFFteam', '', ' ann | cy ', 'den']))).toEqual([
    'team',
    'ann | cy',
    'den',
  ]);
  for (const lines of [['team', 'a|b|c'], ['|b'], ['', ' ']])
    expect(() => conversationsIn(rig.write('list', lines))).toThrow(/list/);
  expect(() => conversationsIn(path.join(rig.folder, 'none'))).toThrow(/could not be read/);
});
