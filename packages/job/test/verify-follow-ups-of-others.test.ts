import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importRows, repairJob, type RowsByKind } from '../src/index.ts';
import { appContent } from './support/app-content.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { NOW, replyTo, text } from './support/undo-rig.ts';

const ada = { uid: 'ada', name: 'Ada', createdAt: NOW - 900 };
const bob = { uid: 'bob', name: 'Bob', createdAt: NOW - 900 };
const cy = { uid: 'cy', name: 'Cy', createdAt: NOW - 900 };
const makers = {
  guid: 'makers',
  name: 'Makers',
  type: 'public',
  owner: 'bob',
  createdAt: NOW - 800,
} as const;
const said = [text('m1', 'bob', 'cy'), text('m2', 'bob', 'cy')];

/** What the app holds before the job, and the plan of the job: with follow-ups of each kind. */
const rows = {
  users: [{ ...ada, deactivatedAt: NOW }, bob, cy],
  groups: [{ ...makers, description: 'Makers meet here' }],
  messages: [...said, replyTo('m1', text('m3', 'bob', 'cy'))],
  reactions: [{ muid: 'm1', uid: 'cy', reaction: '👍' }],
  friends: [
    { uid: 'ada', friend: 'bob' },
    { uid: 'bob', friend: 'cy' },
  ],
  blocks: [
    { uid: 'ada', blocked: 'cy' },
    { uid: 'cy', blocked: 'ada' },
    { uid: 'cy', blocked: 'bob' },
  ],
} as unknown as RowsByKind;

const options = {
  requestsPerMinute: 'unlimited',
  allowsLive: true,
  threads: 'reply',
  maxFailures: 'none',
  maxDifferent: { percent: 100 },
} as const;

async function startsWith(held: object): Promise<JobRig> {
  const rig = await startJobRig();
  rig.service.seed(held);
  return rig;
}

function skippedIn(rig: JobRig): unknown[] {
  const lines = readFileSync(path.join(rig.job, 'errors.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const { kind, id, outcome, code, message } = JSON.parse(line) as Record<string, string>;
    return [kind, id, outcome, code, message!.split(' ', 1)[0]];
  });
}

const category = { category: 'message', type: 'text' };

test('follow-ups of what the app holds with other content are not sent, and are skipped with the record named', async () => {
  await using rig = await startsWith({
    users: [{ ...ada, name: 'Another Ada' }, bob, cy],
    groups: [{ ...makers, name: 'Their group' }],
    messages: said.map((row) => ({ ...row, ...category, data: { text: 'Theirs' } })),
  });
  const before = appContent(rig.service);

  const { run } = await importRows(rows, { job: rig.job, target: rig.target, ...options });

  expect(run).toMatchObject({ end: 'finished' });
  const { friends, blocks, ...after } = appContent(rig.service);
  expect({ ...after, friends: [], blocks: [] }).toEqual(before);
  expect({ friends, blocks }).toEqual({
    friends: [
      { uid: 'bob', friend: 'cy' },
      { uid: 'cy', friend: 'bob' },
    ],
    blocks: [{ uid: 'cy', blocked: 'bob' }],
  });
  const skipped = ['skipped', 'OF_OTHER_RECORD'];
  expect(skippedIn(rig)).toEqual([
    ['descriptions', 'makers', ...skipped, 'groups:makers'],
    ['replies', 'm3', ...skipped, 'messages:m1'],
    ['reactions', 'm1 cy 👍', ...skipped, 'messages:m1'],
    ['friends', 'ada_friend_bob', ...skipped, 'users:ada'],
    ['blocks', 'cy_blocks_ada', ...skipped, 'users:ada'],
    ['blocks', 'ada_blocks_cy', ...skipped, 'users:ada'],
    ['deactivations', 'ada', ...skipped, 'users:ada'],
  ]);
});

test('a user of others who is deactivated stays so', async () => {
  await using rig = await startsWith({
    users: [{ ...ada, name: 'Another Ada', deactivatedAt: NOW }],
  });
  const before = appContent(rig.service);

  await importRows(
    { users: [{ ...ada, deactivatedAt: NOW }] },
    {
      job: rig.job,
      target: rig.target,
      ...options,
    },
  );

  expect(appContent(rig.service)).toEqual(before);
});

test('follow-ups of what the app holds as planned are sent', async () => {
  await using rig = await startsWith({
    users: [ada, bob, cy],
    groups: [makers],
    messages: said.map((row) => ({ ...row, ...category })),
  });

  const { run } = await importRows(rows, { job: rig.job, target: rig.target, ...options });

  expect(run).toMatchObject({ end: 'finished' });
  for (const kind of [
    'descriptions',
    'replies',
    'reactions',
    'friends',
    'blocks',
    'deactivations',
  ] as const)
    expect([kind, run!.sums[kind]]).toMatchObject([kind, { skipped: 0, failed: 0 }]);
  expect(appContent(rig.service)).toMatchObject({
    users: [{ uid: 'ada', active: 0 }, { uid: 'bob' }, { uid: 'cy' }],
    groups: [{ guid: 'makers', description: 'Makers meet here' }],
  });
});

test('a repair changes what has the date of the plan, and leaves and lists what others have stored', async () => {
  const role = { role: 'staff', name: 'Staff' };
  const undated = { uid: 'eve', name: 'Eve' };
  const member = { guid: 'makers', uid: 'cy' };
  await using rig = await startsWith({
    roles: [{ ...role, name: 'Their staff' }],
    users: [{ ...ada, name: 'Ada since' }, bob, cy, { ...undated, name: 'Another Eve' }],
    groups: [{ ...makers, name: 'Their group', createdAt: NOW - 5 }],
    members: [{ ...member, memberId: 'makers_member_cy', scope: 'moderator', joinedAt: NOW - 4 }],
    messages: said.map((row) => ({
      ...row,
      ...category,
      data: { text: 'Theirs' },
      sentAt: NOW - 3,
    })),
  });
  const before = appContent(rig.service);
  const { job, target } = { job: rig.job, target: rig.target };
  const planned = {
    roles: [role],
    users: [ada, bob, cy, undated],
    groups: [makers],
    members: [{ ...member, joinedAt: NOW - 700 }],
    messages: said,
  } as unknown as RowsByKind;
  await importRows(planned, { job, target, ...options });

  await Array.fromAsync(repairJob({ job, target, ...options, editsMessages: true }));

  const [adaBefore, ...others] = before['users']!;
  expect(appContent(rig.service)).toEqual({
    ...before,
    users: [{ ...(adaBefore as object), name: 'Ada' }, ...others],
  });
  const listed = readFileSync(path.join(job, 'repair', 'not-repairable.jsonl'), 'utf8');
  const lines = listed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ kind, id, because }) => [kind, id, because])).toEqual([
    ['roles', 'staff', 'unsure'],
    ['users', 'eve', 'unsure'],
    ['groups', 'makers', 'unsure'],
    ['members', 'makers_member_cy', 'unsure'],
    ['messages', 'm1', 'unsure'],
    ['messages', 'm2', 'unsure'],
  ]);
});

test('a run leaves the descriptions that others have written, and a repair changes that of a group with the date of the plan', async () => {
  const plain = { guid: 'plain', name: 'Plain', type: 'public', owner: 'bob' } as const;
  await using rig = await startsWith({
    users: [bob],
    groups: [{ ...makers }, { ...plain }],
  });
  rig.service.db.exec("UPDATE groups SET description = 'Theirs'");
  const { job, target } = { job: rig.job, target: rig.target };
  const descriptions = (): unknown[] =>
    appContent(rig.service)['groups']!.map((row) => (row as { description: string }).description);
  const groups = [makers, plain].map((group) => ({ ...group, description: 'Ours' }));

  const { run } = await importRows({ users: [bob], groups }, { job, target, ...options });

  expect(run!.sums.descriptions).toMatchObject({ created: 0, presentDifferent: 2 });
  expect(descriptions()).toEqual(['Theirs', 'Theirs']);
  await Array.fromAsync(repairJob({ job, target, ...options }));
  expect(descriptions()).toEqual(['Ours', 'Theirs']);
});

test('once a repair has made them as planned, it sends what was skipped', async () => {
  await using rig = await startsWith({
    users: [{ ...ada, name: 'Ada since' }, bob, cy],
    groups: [{ ...makers, name: 'Makers since' }],
  });
  const { messages: _messages, reactions: _reactions, ...others } = rows;
  const { job, target } = { job: rig.job, target: rig.target };
  await importRows(others, { job, target, ...options });

  await Array.fromAsync(repairJob({ job, target, ...options }));

  expect(appContent(rig.service)).toMatchObject({
    users: [{ uid: 'ada', name: 'Ada', active: 0 }, { uid: 'bob' }, { uid: 'cy' }],
    groups: [{ guid: 'makers', name: 'Makers', description: 'Makers meet here' }],
    friends: [{ uid: 'ada' }, { uid: 'bob' }, { uid: 'bob' }, { uid: 'cy' }],
  });
});
