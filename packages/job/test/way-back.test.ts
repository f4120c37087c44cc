import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planRows, runJob } from '../src/index.ts';
import { exported, rowsIn } from './support/export-rig.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { clientOf, NOW, replyTo, text } from './support/undo-rig.ts';

const unlimited = { requestsPerMinute: 'unlimited', sendsPerMinute: 'unlimited' } as const;

/** Imports an export whose ids the service does not accept, with replies and reactions that are sent live. */
async function migrate(rig: JobRig): Promise<void> {
  const settings = { muidPrefix: 'old-', threads: 'reply', createRoles: true } as const;
  await planRows(
    {
      users: ['Ada.L', 'Bob', 'cy'].map((uid) => ({ uid, name: uid, createdAt: NOW - 9000 })),
      groups: [
        { guid: 'The.Den', name: 'Den', type: 'public', owner: 'Ada.L', createdAt: NOW - 8000 },
      ],
      members: [{ guid: 'The.Den', uid: 'Bob' }],
      messages: [
        text('1', 'Ada.L', 'Bob'),
        text('2', 'Ada.L', 'Bob'),
        text('3', 'Ada.L', 'Bob'),
        text('4', 'Ada.L', 'Bob'),
        replyTo('1', { ...text('5', 'Bob', 'Ada.L'), sentAt: NOW + 1 }),
      ],
      reactions: [{ muid: '1', uid: 'Bob', reaction: 'x' }],
      friends: [{ uid: 'Ada.L', friend: 'Bob' }],
      blocks: [{ uid: 'cy', blocked: 'Bob' }],
    },
    { job: rig.job, ...settings },
  );
  const { job, target } = rig;
  const events = runJob({ job, target, requestsPerMinute: 'unlimited', allowsLive: true });
  let next = await events.next();
  while (next.done !== true) next = await events.next();
  expect(next.value).toMatchObject({ end: 'finished', sums: { replies: { created: 1 } } });
}

function serviceIdOf({ service: { db } }: JobRig, legacy: string): string {
  return String(db.prepare('SELECT uid FROM users WHERE name = ?').get(legacy)!['uid']);
}

/** What people do in the app after it was opened. */
async function use(rig: JobRig): Promise<void> {
  await using client = clientOf(rig);
  const ada = serviceIdOf(rig, 'Ada.L');
  const den = String(rig.service.db.prepare('SELECT guid FROM groups').get()!['guid']);
  const id = (muid: string) =>
    String(rig.service.db.prepare('SELECT id FROM messages WHERE muid = ?').get(muid)!['id']);
  const live = (words: string) => ({
    receiver: ada,
    receiverType: 'user' as const,
    type: 'text',
    data: { text: words },
  });
  await client.users.create({ body: { uid: 'newcomer', name: 'Newcomer' } });
  await client.groups.members.add({ path: { guid: den }, body: { participants: ['newcomer'] } });
  await client.messages.send({ onBehalfOf: 'bob', body: live(`Hi <@uid:${ada}>`) });
  await client.messages.thread.send({
    onBehalfOf: 'bob',
    path: { id: id('old-1') },
    body: live('A reply'),
  });
  await client.messages.reactions.add({
    onBehalfOf: ada,
    path: { id: id('old-2'), reaction: 'y' },
  });
  await client.messages.update({ path: { id: id('old-2') }, body: { data: { text: 'Edited' } } });
  await client.messages.delete({ path: { id: id('old-3') } });
  await client.messages.delete({ path: { id: id('old-4') }, body: { permanent: true } });
  await client.users.friends.add({ path: { uid: 'newcomer' }, body: { accepted: [ada] } });
}

describe('the way back of a job', () => {
  let rig: JobRig;
  let folder: string;

  beforeAll(async () => {
    rig = await startJobRig(unlimited);
    await migrate(rig);
    const since = Date.now();
    await use(rig);
    folder = path.join(rig.folder, 'back');
    await exported(rig, { folder, job: rig.job, since });
  });

  afterAll(() => rig[Symbol.asyncDispose]());

  test('has what people wrote, with the ids of the old system, and nothing that the job brought', () => {
    expect(rowsIn(folder, 'users.ndjson')).toMatchObject([{ uid: 'newcomer', name: 'Newcomer' }]);
    expect(rowsIn(folder, 'groups.ndjson')).toEqual([]);
    expect(rowsIn(folder, 'roles.ndjson')).toEqual([]);
    expect(rowsIn(folder, 'members.ndjson')).toMatchObject([{ guid: 'The.Den', uid: 'newcomer' }]);
    expect(rowsIn(folder, 'messages.ndjson')).toMatchObject([
      { sender: 'Bob', receiver: 'Ada.L', data: { text: 'Hi <@uid:Ada.L>' } },
      { sender: 'Bob', data: { text: 'A reply', metadata: { parentMuid: '1' } } },
    ]);
    for (const { serviceId, muid } of rowsIn(folder, 'messages.ndjson'))
      expect(muid).toBe(`message-${serviceId as string}`);
    expect(rowsIn(folder, 'reactions.ndjson')).toMatchObject([
      { muid: '2', uid: 'Ada.L', reaction: 'y' },
    ]);
    expect(rowsIn(folder, 'friends.ndjson')).toHaveLength(1);
    expect(rowsIn(folder, 'blocks.ndjson')).toEqual([]);
  });

  test('names the messages of the job that were edited or deleted', () => {
    expect(rowsIn(folder, 'edited.ndjson')).toMatchObject([
      { muid: '2', sender: 'Ada.L', data: { text: 'Edited' } },
    ]);
    // Of a message that is gone for good, the service lists only the id.
    const deleted = rowsIn(folder, 'deleted.ndjson').map(({ muid }) => muid);
    expect(new Set(deleted)).toEqual(new Set(['3', undefined]));
    expect(rowsIn(folder, 'changed.jsonl')).toEqual([]);
  });

  test('is written once, and its folder takes no other export', async () => {
    const before = readFileSync(path.join(folder, 'messages.ndjson'), 'utf8');

    const since = Date.now();
    const again = await exported(rig, { folder, job: rig.job, since });

    expect(again).toMatchObject({ wasComplete: true, requests: 0 });
    expect(readFileSync(path.join(folder, 'messages.ndjson'), 'utf8')).toBe(before);
    await expect(exported(rig, { folder })).rejects.toMatchObject({ code: 'other-export' });
  });
});

test('a way back needs a job that was sent to the app', async () => {
  await using rig = await startJobRig(unlimited);
  await planRows({ users: [{ uid: 'ada', name: 'Ada' }] }, { job: rig.job });

  await expect(exported(rig, { job: rig.job, since: Date.now() })).rejects.toMatchObject({
    code: 'nothing-landed',
  });
});
