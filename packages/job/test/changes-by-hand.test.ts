import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { planRows, type RowsByKind, verifyJob } from '../src/index.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { clientOf, keptIn, NOW, planned, sent, text, undone } from './support/undo-rig.ts';

function rows(more: readonly Record<string, unknown>[] = []): RowsByKind {
  return {
    users: ['ada', 'bob', 'cy'].map((uid) => ({ uid, name: uid, createdAt: NOW - 900 })),
    groups: [{ guid: 'den', name: 'Den', type: 'public', owner: 'cy', createdAt: NOW - 800 }],
    members: [{ guid: 'den', uid: 'ada', scope: 'participant', joinedAt: NOW - 700 }],
    messages: [text('m1', 'ada', 'bob'), ...more],
  } as RowsByKind;
}

/** A user, a member and a message are changed, and a message is written, as people with the app and a dashboard could do. */
async function changedByHand(rig: JobRig): Promise<void> {
  rig.service.db.exec(`
    UPDATE users SET name = 'By hand' WHERE uid = 'ada';
    UPDATE members SET scope = 'admin' WHERE uid = 'ada';
    UPDATE messages SET data = '{"text":"By hand"}' WHERE muid = 'm1'`);
  await using client = clientOf(rig);
  const live = { category: 'message', type: 'text', data: { text: 'Live' } } as const;
  await client.call('messages.send', {
    onBehalfOf: 'ada',
    body: { ...live, receiver: 'bob', receiverType: 'user', muid: 'live' },
  });
}

function messagesIn(rig: JobRig): unknown[] {
  return rig.service.db
    .prepare(
      "SELECT muid, data ->> 'text' AS text FROM messages WHERE muid IS NOT NULL ORDER BY muid",
    )
    .all();
}

const byHand = [
  { muid: 'live', text: 'Live' },
  { muid: 'm1', text: 'By hand' },
];

test('a delta leaves what was changed and written by hand, and the job before it finds that when it is verified', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await planRows(rows(), { job: rig.job });
  await sent(rig, Infinity);
  await changedByHand(rig);
  const { job: bulk, target } = rig;
  const verified = (job: string) => verifyJob({ job, target, requestsPerMinute: 'unlimited' });

  const night = path.join(rig.folder, 'night');
  await planRows(rows([text('m2', 'bob', 'ada')]), { job: night, after: bulk });
  rig.useJob('night');
  await sent(rig, Infinity);

  expect(messagesIn(rig)).toEqual([...byHand, { muid: 'm2', text: 'Text of m2' }]);
  expect((await verified(night)).complete).toBe(true);
  const { kinds } = await verified(bulk);
  expect(kinds.filter(({ different }) => different > 0).map(({ kind }) => kind)).toEqual([
    'users',
    'members',
    'messages',
  ]);
});

test('without the job folder a delta is refused, and a plain plan stores nothing twice', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await planRows(rows(), { job: rig.job });
  await sent(rig, Infinity);
  await changedByHand(rig);
  rmSync(rig.job, { recursive: true });
  const night = path.join(rig.folder, 'night');
  const later = (): RowsByKind => rows([text('m2', 'bob', 'ada')]);

  await expect(planRows(later(), { job: night, after: rig.job })).rejects.toMatchObject({
    code: 'no-plan',
  });
  await planRows(later(), { job: night });
  rig.useJob('night');
  await sent(rig, Infinity);

  expect(messagesIn(rig)).toEqual([...byHand, { muid: 'm2', text: 'Text of m2' }]);
});

test('an undo removes what was changed by hand, and keeps users who wrote since', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await planRows(rows(), { job: rig.job });
  await sent(rig, Infinity);
  await changedByHand(rig);

  await planned(rig);
  expect(keptIn(rig)).toEqual([
    { kind: 'users', id: 'ada', holds: 'messages:live' },
    { kind: 'users', id: 'bob', holds: 'messages:live' },
  ]);
  await undone(rig);

  expect(messagesIn(rig)).toEqual([{ muid: 'live', text: 'Live' }]);
  const { db } = rig.service;
  expect(db.prepare('SELECT uid, name FROM users ORDER BY uid').all()).toEqual([
    { uid: 'ada', name: 'By hand' },
    { uid: 'bob', name: 'bob' },
  ]);
  expect(db.prepare('SELECT * FROM members').all()).toEqual([]);
});
