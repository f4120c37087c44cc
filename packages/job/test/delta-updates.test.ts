import { expect, test } from 'vitest';
import { planRows, repairJob, type RowsByKind, verifyJob } from '../src/index.ts';
import { unaccounted } from '../src/accounting/sums.ts';
import { delta, landed, send } from './support/delta-rig.ts';
import { startJobRig } from './support/job-rig.ts';
import { sent } from './support/undo-rig.ts';

const then = Math.floor(Date.now() / 1000) - 7200;
const leaver = { uid: 'old', name: 'Old', createdAt: then, deactivatedAt: then + 1000 };
const group = { guid: 'den', type: 'public', owner: 'ada', createdAt: then } as const;
const text = {
  muid: 'm0',
  sender: 'ada',
  receiverType: 'group',
  receiver: 'den',
  sentAt: then + 100,
};

const first: RowsByKind = {
  users: [
    { uid: 'ada', name: 'Ada', avatar: 'https://x.org/a', createdAt: then },
    { uid: 'bob', name: 'Bob', createdAt: then },
    leaver,
  ],
  groups: [{ ...group, name: 'Den', description: 'A den' }],
  members: [
    { guid: 'den', uid: 'bob', isBanned: true },
    { guid: 'den', uid: 'old', scope: 'moderator', joinedAt: then + 10 },
  ],
  messages: [{ ...text, data: { text: 'One' } }],
};

/** The same app, later. */
const second: RowsByKind = {
  users: [
    { uid: 'ada', name: 'Ada L', createdAt: then },
    { uid: 'bob', name: 'Bob', createdAt: then },
    { ...leaver, name: 'Older' },
  ],
  groups: [{ ...group, name: 'The den', description: 'The den', icon: 'https://x.org/i' }],
  members: [
    { guid: 'den', uid: 'bob', scope: 'admin', joinedAt: then + 20 },
    { guid: 'den', uid: 'old', joinedAt: then + 10 },
  ],
  messages: [{ ...text, data: { text: 'One, edited' } }],
};

test('a delta updates what has changed, counts each row once, and is the base of the next one', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);

  const { job, kinds } = await delta(rig, second, 'night', rig.job, { editMessages: true });
  const { sums, conclusion } = await send(rig, job);

  expect(kinds).toMatchObject({
    users: { unchanged: 1, updated: 2, changed: 0 },
    groups: { updated: 1 },
    members: { planned: 1, updated: 1 },
    messages: { updated: 1 },
    descriptions: { planned: 1 },
    deactivations: { planned: 1 },
  });
  expect([unaccounted(sums), conclusion.state]).toEqual([0, 'complete']);
  expect(sums).toMatchObject({
    userUpdates: { rows: 2, created: 2 },
    groupUpdates: { rows: 1, created: 1 },
    memberUpdates: { rows: 1, created: 1 },
    messageEdits: { rows: 1, created: 1 },
    unbans: { rows: 1, created: 1 },
  });
  const verified = await verifyJob({ job, target: rig.target, requestsPerMinute: 'unlimited' });
  expect(verified.complete).toBe(true);
  const { db } = rig.service;
  expect(db.prepare("SELECT name, avatar FROM users WHERE uid = 'ada'").get()).toEqual({
    name: 'Ada L',
    avatar: null,
  });
  expect(
    db.prepare("SELECT name, deactivated_at > 0 AS gone FROM users WHERE uid = 'old'").get(),
  ).toEqual({ name: 'Older', gone: 1 });

  db.exec(`UPDATE users SET name = 'By hand'; UPDATE groups SET name = 'By hand';
    UPDATE members SET scope = 'participant'; UPDATE messages SET data = '{"text":"By hand"}' WHERE muid = 'm0'`);
  const sending = { job, target: rig.target, allowsLive: true, editsMessages: true } as const;
  const fast = { requestsPerMinute: 'unlimited' } as const;
  const repair = repairJob({ ...sending, ...fast, verifying: fast });
  let end = await repair.next();
  while (end.done !== true) end = await repair.next();
  expect(end.value).toMatchObject({
    counts: { updated: 5, notRepairable: 0 },
    verified: { complete: true },
  });

  const morning = await delta(rig, second, 'morning', job, { editMessages: true });
  expect([morning.requests, Object.values(morning.delta!.gone).filter((gone) => gone > 0)]).toEqual(
    [0, []],
  );
  const back = await delta(rig, first, 'back', job);
  expect(back.kinds).toMatchObject({
    users: { unchanged: 1, changed: 2 },
    messages: { changed: 1 },
    descriptions: { planned: 1 },
  });
});

test('messages are edited only when that is asked for, and a delta that edits none states what it leaves', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);

  const { job, kinds } = await delta(rig, second, 'night', rig.job);
  const { conclusion } = await send(rig, job);

  expect(kinds.messages).toMatchObject({ changed: 1, updated: 0 });
  expect(conclusion.state).toBe('losses');
  expect(rig.service.db.prepare('SELECT data FROM messages WHERE muid IS NOT NULL').all()).toEqual([
    { data: '{"text":"One"}' },
  ]);
});

test('new records of a user who was deactivated land, and the user is deactivated again, whether or not the export has the user', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);
  const message = { ...text, muid: 'm1', sender: 'old', data: { text: 'Late' } };

  const without = await delta(rig, { messages: [message] }, 'without', rig.job);
  const withRow = await delta(rig, { users: [leaver], messages: [message] }, 'with', rig.job);
  const { sums } = await send(rig, without.job);
  const active = rig.service.db.prepare('SELECT uid FROM users WHERE deactivated_at IS NULL');
  const next = await delta(rig, { users: [leaver], messages: [message] }, 'next', without.job);

  expect(without.delta!.deactivatedAgain).toEqual({ users: 1, examples: ['old'] });
  expect(withRow.delta!.deactivatedAgain).toEqual({ users: 0, examples: [] });
  expect(sums).toMatchObject({
    messages: { created: 1, failed: 0 },
    deactivations: { rows: 1, made: 1, created: 1 },
  });
  expect(active.all().map(({ uid }) => uid)).not.toContain('old');
  expect(next.kinds).toMatchObject({
    messages: { unchanged: 1 },
    deactivations: { unchanged: 1, changed: 0, planned: 0 },
  });
});

test('a record of which only a part could be updated is changed in the next delta, too', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, first);
  const rows = { users: [{ uid: 'ada', name: 'Ada L', createdAt: then + 1 }] };

  const { job, kinds } = await delta(rig, rows, 'night', rig.job);
  await send(rig, job);
  const next = await delta(rig, rows, 'morning', job);

  expect(kinds.users).toMatchObject({ changed: 1, updated: 0 });
  expect(next.kinds.users).toMatchObject({ changed: 1, unchanged: 0, updated: 0 });
});

test('a record that an earlier job has sent once more is updated from what that job sent', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  rig.service.seed({ users: [{ uid: 'bob', name: 'Robert' }] });
  const users = [{ uid: 'bob', name: 'Bob', createdAt: then }];
  await planRows({ users }, { job: rig.job });
  await sent(rig, Infinity);
  rig.service.db.exec("DELETE FROM users WHERE uid = 'bob'");
  const again = await delta(rig, { users }, 'again', rig.job);
  await send(rig, again.job);

  const later = await delta(rig, { users: [{ ...users[0], name: 'Bo' }] }, 'later', again.job);

  expect(again.kinds.users).toMatchObject({ planned: 1 });
  expect(later.kinds.users).toMatchObject({ planned: 0, updated: 1 });
});
