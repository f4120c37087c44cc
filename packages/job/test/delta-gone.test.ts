import { readFileSync, rmSync } from 'node:fs';
import type { Row } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { jobFolder, planRows, retryJob, runJob, type RowsByKind, verifyJob } from '../src/index.ts';
import { unaccounted } from '../src/accounting/sums.ts';
import { delta, landed, send } from './support/delta-rig.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { planned, sent, undone } from './support/undo-rig.ts';

const then = Math.floor(Date.now() / 1000) - 7200;
const user = (uid: string, more: object = {}) => ({ uid, name: uid, createdAt: then, ...more });
const group = { guid: 'den', name: 'Den', type: 'public', owner: 'ada', createdAt: then };
const member = (uid: string) => ({ guid: 'den', uid, joinedAt: then + 10 });
const message = (muid: string, at: number) => ({
  muid,
  sender: 'ada',
  receiverType: 'group',
  receiver: 'den',
  data: { text: muid },
  sentAt: then + at,
});

const first: RowsByKind = {
  users: [user('ada'), user('bob'), user('cy'), user('old', { deactivatedAt: then + 900 })],
  groups: [group, { ...group, guid: 'hut' }],
  members: [member('bob'), member('cy'), member('old')],
  messages: [message('m1', 100), message('m2', 200), message('m3', 300)],
};

const late: Row[] = [{ ...message('m4', 400), sender: 'old' }];

/** Without the user bob, the group hut, the memberships of bob and old, and the message m2. */
const second: RowsByKind = {
  users: [user('ada'), user('cy'), user('old', { deactivatedAt: then + 900 })],
  groups: [group],
  members: [member('cy')],
  messages: [message('m1', 100), message('m3', 300)],
};

async function isAsPlanned(rig: JobRig, job: string): Promise<boolean> {
  const options = { job, target: rig.target, requestsPerMinute: 'unlimited' } as const;
  return (await verifyJob(options)).complete;
}

function held(rig: JobRig): object {
  const all = (sql: string): unknown[] =>
    rig.service.db
      .prepare(sql)
      .all()
      .map(({ it }) => it);
  return {
    active: all('SELECT uid AS it FROM users WHERE deactivated_at IS NULL ORDER BY uid'),
    groups: all('SELECT guid AS it FROM groups ORDER BY guid'),
    members: all("SELECT uid AS it FROM members WHERE guid = 'den' AND uid <> 'ada' ORDER BY uid"),
    messages: all('SELECT muid AS it FROM messages WHERE muid IS NOT NULL ORDER BY muid'),
  };
}

test('a delta removes what is gone when its number is given, and the next one brings back what returns', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);

  const listed = await delta(rig, second, 'listed', rig.job);
  expect(listed.delta).toMatchObject({ removable: 4, removesGone: false });
  expect(listed.requests).toBe(0);
  await expect(delta(rig, second, 'listed', rig.job, { removeGone: 3 })).rejects.toMatchObject({
    code: 'gone-differs',
  });

  const night = await delta(rig, second, 'night', rig.job, { removeGone: 4 });
  const { sums, end, conclusion } = await send(rig, night.job);

  expect([end, unaccounted(sums), conclusion.state]).toEqual(['finished', 0, 'complete']);
  expect(night.delta).toMatchObject({ removable: 4, removesGone: true });
  expect(sums).toMatchObject({
    messageRemovals: { rows: 1, created: 1 },
    memberRemovals: { rows: 2, created: 2 },
    deactivations: { created: 2 },
  });
  expect(held(rig)).toEqual({
    active: ['ada', 'cy'],
    groups: ['den', 'hut'],
    members: ['cy'],
    messages: ['m1', 'm3'],
  });
  expect(await isAsPlanned(rig, night.job)).toBe(true);

  const again = await delta(rig, second, 'again', night.job);
  expect([again.requests, again.delta!.removable]).toEqual([0, 0]);

  const back = await delta(rig, first, 'back', again.job);
  await send(rig, back.job);
  expect(back.kinds).toMatchObject({
    users: { planned: 0, unchanged: 4 },
    reactivations: { planned: 1 },
    members: { planned: 2 },
    messages: { planned: 1 },
  });
  expect(held(rig)).toEqual({
    active: ['ada', 'bob', 'cy'],
    groups: ['den', 'hut'],
    members: ['bob', 'cy', 'old'],
    messages: ['m1', 'm2', 'm3'],
  });
  expect(await isAsPlanned(rig, back.job)).toBe(true);
});

test('removals are live operations, and what others removed before counts as removed', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);
  const { job } = await delta(rig, second, 'night', rig.job, { removeGone: 4 });

  const asked = await send(rig, job, false);
  expect(asked.reason?.code).toBe('live-not-allowed');
  const { db } = rig.service;
  db.exec("DELETE FROM messages WHERE muid = 'm2'; DELETE FROM members WHERE uid = 'bob'");
  const { end, sums } = await send(rig, job);

  expect(end).toBe('finished');
  expect(sums).toMatchObject({
    messageRemovals: { created: 0, present: 1 },
    memberRemovals: { created: 1, present: 1 },
  });
  expect(await isAsPlanned(rig, job)).toBe(true);
});

test('a removal that the service refuses fails with its reason, and a retry makes up for it', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);
  const { job } = await delta(rig, second, 'night', rig.job, { removeGone: 4 });
  const operations = ['messages.delete', 'groups.members.remove', 'users.deactivate'];
  rig.service.setFaults(
    operations.map((operation) => ({
      fault: 'status-before',
      operation,
      status: 400,
      code: 'ERR_BAD_REQUEST',
    })),
  );

  const options = { job, target: rig.target, allowsLive: true, maxFailures: 'none' } as const;
  await Array.fromAsync(runJob({ ...options, requestsPerMinute: 'unlimited' }));
  const errors = readFileSync(jobFolder(job).errors, 'utf8').split('\n').slice(0, -1);
  rig.service.setFaults([]);
  await Array.fromAsync(retryJob({ ...options, requestsPerMinute: 'unlimited' }));

  const failed = errors.map((line) => {
    const { kind, id, code, file } = JSON.parse(line) as Record<string, string>;
    return `${kind}:${id} ${code} ${file}`;
  });
  expect(failed.toSorted()).toEqual([
    'deactivations:bob ERR_BAD_REQUEST (made by planning)',
    // He was reactivated, so that his membership can be removed.
    'deactivations:old ERR_BAD_REQUEST users',
    'memberRemovals:den_member_bob ERR_BAD_REQUEST (made by planning)',
    'memberRemovals:den_member_old ERR_BAD_REQUEST (made by planning)',
    'messageRemovals:m2 ERR_BAD_REQUEST (made by planning)',
  ]);
  expect(held(rig)).toMatchObject({
    active: ['ada', 'cy'],
    members: ['cy'],
    messages: ['m1', 'm3'],
  });
  expect(await isAsPlanned(rig, job)).toBe(true);
});

function direct(muid: string, at: number, metadata?: object): Row {
  const data = { text: muid, metadata };
  return { ...message(muid, at), receiverType: 'user', receiver: 'cy', data };
}

function reply(muid: string, parentMuid: string, at: number): Row {
  return direct(muid, at, { parentMuid });
}

// The replies of a conversation are sent a second apart: these tests wait side by side.
test.concurrent.each([
  ['after its first event', 1],
  ['after its third event', 3],
  ['after its fifth event', 5],
  ['never', Infinity],
])('gone replies are removed too, also when the run is stopped: %s', async (_, stopAfter) => {
  const [n1, n2, n3] = [direct('n1', 100), direct('n2', 200), direct('n3', 300)];
  const [r1, r2, r3] = [reply('r1', 'n1', 310), reply('r2', 'n2', 320), reply('r3', 'n3', 330)];
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  const { users } = first;
  const all = { users, messages: [n1, n2, n3, r1, r2, r3] } as RowsByKind;
  await planRows(structuredClone(all), { job: rig.job, threads: 'reply' });
  expect((await send(rig, rig.job)).sums.replies).toMatchObject({ created: 3 });
  // With n2, its thread is gone from the app too.
  const left = { users, messages: [n1, n3, r3] } as RowsByKind;
  const { job } = await delta(rig, left, 'night', rig.job, { removeGone: 3, threads: 'reply' });
  rig.useJob('night');
  if (stopAfter < Infinity) await sent(rig, stopAfter);

  const { end, sums, conclusion } = await send(rig, job);

  expect([end, unaccounted(sums), conclusion.state]).toEqual(['finished', 0, 'complete']);
  expect(held(rig)).toMatchObject({ messages: ['n1', 'n3', 'r3'] });
  expect(await isAsPlanned(rig, job)).toBe(true);
});

test('what others have stored is listed as gone, and never removed', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  const [, m2] = first.messages as Row[];
  rig.service.seed({
    users: [user('ada'), user('bob')],
    groups: [group],
    members: [{ ...member('bob'), memberId: 'den_member_bob' }],
    messages: [{ ...m2, category: 'message', type: 'text' }],
  });
  await landed(rig, first);

  const listed = await delta(rig, second, 'listed', rig.job);
  const { job, delta: found } = await delta(rig, second, 'night', rig.job, { removeGone: 1 });
  await send(rig, job);

  expect(listed.delta).toMatchObject({ removable: 1 });
  expect(found!.gone).toMatchObject({ users: 1, groups: 1, members: 2, messages: 1 });
  expect(held(rig)).toEqual({
    active: ['ada', 'bob', 'cy'],
    groups: ['den', 'hut'],
    members: ['bob', 'cy'],
    messages: ['m1', 'm2', 'm3'],
  });
});

test('a verification finds a record that was to be removed and is there', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);
  const { job } = await delta(rig, second, 'night', rig.job, { removeGone: 4 });
  await send(rig, job);

  const joined = { guid: 'den', uid: 'bob', joinedAt: then + 10 };
  const { db } = rig.service;
  db.prepare('INSERT INTO members (guid, uid, scope, joined_at) VALUES (?, ?, ?, ?)').run(
    joined.guid,
    joined.uid,
    'participant',
    joined.joinedAt,
  );

  const { kinds } = await verifyJob({ job, target: rig.target, requestsPerMinute: 'unlimited' });
  expect(kinds.find(({ kind }) => kind === 'memberRemovals')).toMatchObject({
    planned: 2,
    same: 1,
    missing: 1,
    extra: 0,
  });
});

test('a user whom an earlier job deactivated is reactivated when the export has the user as an active one', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);
  const active: RowsByKind = {
    users: [user('ada'), user('old')],
    messages: [{ ...message('m4', 400), sender: 'old' }],
  };

  const night = await delta(rig, active, 'night', rig.job);
  const { sums } = await send(rig, night.job);

  expect(night.delta).toMatchObject({ deactivatedAgain: { users: 0 } });
  expect(sums).toMatchObject({ reactivations: { created: 1 }, messages: { created: 1 } });
  expect(held(rig)).toMatchObject({ active: ['ada', 'bob', 'cy', 'old'] });
  expect(await isAsPlanned(rig, night.job)).toBe(true);
  expect((await delta(rig, active, 'again', night.job)).kinds.reactivations.planned).toBe(0);
});

test('the undo of a delta reactivates whom it deactivated, and leaves those deactivated whom the first job did', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);
  const before = held(rig);
  const night = await delta(
    rig,
    { ...second, members: first.members!, messages: [...(first.messages as Row[]), ...late] },
    'night',
    rig.job,
    { removeGone: 1 },
  );
  await send(rig, night.job);
  expect(held(rig)).toMatchObject({ active: ['ada', 'cy'] });

  rig.useJob('night');
  await planned(rig);
  await undone(rig);

  expect(held(rig)).toEqual(before);
});

test('whom others have deactivated after the first job, a delta does not reactivate, and neither does its undo', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);
  rig.service.db.exec("UPDATE users SET deactivated_at = 1 WHERE uid = 'bob'");
  const before = held(rig);
  const leaving = (first.users as Row[]).map((row) =>
    row['uid'] === 'bob' ? { ...row, deactivatedAt: then + 950 } : row,
  );
  const messages = [...(first.messages as Row[]), message('m8', 800)];
  const night = await delta(rig, { ...first, users: leaving, messages }, 'night', rig.job);

  const { sums } = await send(rig, night.job);

  expect(sums.deactivations).toMatchObject({ created: 0, present: 1 });
  rig.useJob('night');
  await planned(rig);
  await undone(rig);
  expect(held(rig)).toEqual(before);
});

test('a record that was there before the first job, with other content, is not gone', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  rig.service.seed({ users: [{ uid: 'bob', name: 'Robert' }] });
  await planRows(structuredClone(first), { job: rig.job });
  await sent(rig, Infinity);

  const { delta: found } = await delta(rig, second, 'night', rig.job);

  expect(found).toMatchObject({ gone: { users: 0, messages: 1 }, removable: 3 });
});

test('rows made in code again restore the lists of what has changed and what is gone', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);
  const edited = { ...message('m1', 100), data: { text: 'Edited' } };
  const given = { ...second, messages: [edited, message('m5', 500)] };
  const { job } = await delta(rig, given, 'night', rig.job);
  await send(rig, job);
  const { changed, gone } = jobFolder(job);
  const lists = (): string[] => [changed, gone].map((file) => readFileSync(file, 'utf8'));
  const before = lists();
  for (const file of [changed, gone]) rmSync(file);

  await delta(rig, given, 'night', rig.job);

  expect(lists()).toEqual(before);
});
