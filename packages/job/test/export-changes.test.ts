import path from 'node:path';
import { expect, test } from 'vitest';
import type { ExportEvent } from '../src/index.ts';
import { contentOf, exported, rowsIn } from './support/export-rig.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { clientOf, imported, NOW, replyTo, text } from './support/undo-rig.ts';

const unlimited = { requestsPerMinute: 'unlimited', sendsPerMinute: 'unlimited' } as const;

async function startTown(): Promise<JobRig> {
  const rig = await startJobRig(unlimited);
  const uids = Array.from({ length: 25 }, (_, index) => `u${index}`);
  await imported(rig, {
    users: uids.map((uid) => ({ uid, name: uid.toUpperCase(), createdAt: NOW - 9000 })),
    groups: ['den', 'hut'].map((guid) => ({ guid, name: guid, type: 'public', owner: 'u0' })),
    members: uids.slice(1).map((uid) => ({ guid: 'den', uid })),
    messages: [
      ...uids.map((uid, index) => ({
        ...text(`m${index}`, 'u0', uid),
        sentAt: NOW - 5000 + index,
      })),
      replyTo('m1', { ...text('m-reply', 'u1', 'u0'), sentAt: NOW }),
    ].slice(1),
    reactions: [1, 2].map((index) => ({ muid: `m${index}`, uid: `u${index}`, reaction: 'x' })),
    friends: uids.slice(1).map((friend) => ({ uid: 'u0', friend })),
    blocks: uids.slice(2, 4).map((blocked) => ({ uid: 'u1', blocked })),
  });
  return rig;
}

/** Uses the app as people and operators do. */
async function use(rig: JobRig): Promise<void> {
  await using client = clientOf(rig);
  const id = (muid: string) =>
    String(rig.service.db.prepare('SELECT id FROM messages WHERE muid = ?').get(muid)!['id']);
  await client.messages.update({ path: { id: id('m4') }, body: { data: { text: 'Other' } } });
  await client.messages.delete({ path: { id: id('m5') } });
  await client.messages.delete({ path: { id: id('m2') }, body: { permanent: true } });
  const body = { receiver: 'u9', receiverType: 'user', data: { text: 'New' } } as const;
  await client.messages.send({ onBehalfOf: 'u8', body });
  await client.users.create({ body: { uid: 'newcomer', name: 'Newcomer' } });
  await client.users.update({ path: { uid: 'u7' }, body: { name: 'Renamed' } });
  await client.users.deactivate({ body: { uidsToDeactivate: ['u6'] } });
  await client.groups.create({ body: { guid: 'new', name: 'New', type: 'public', owner: 'u8' } });
  await client.groups.delete({ path: { guid: 'hut' } });
  await client.groups.members.remove({ path: { guid: 'den', uid: 'u20' } });
  await client.groups.members.add({ path: { guid: 'den' }, body: { participants: ['newcomer'] } });
  await client.messages.reactions.add({
    onBehalfOf: 'u0',
    path: { id: id('m1'), reaction: 'y' },
  });
  await client.users.friends.remove({ path: { uid: 'u0' }, body: { friends: ['u12'] } });
  await client.users.friends.add({ path: { uid: 'u13' }, body: { accepted: ['newcomer'] } });
}

async function fresh(rig: JobRig): Promise<ReturnType<typeof contentOf>> {
  const folder = path.join(rig.folder, 'fresh');
  await exported(rig, { folder });
  return contentOf(folder);
}

function changesOf(folder: string): string[] {
  return rowsIn(folder, 'changed.jsonl')
    .map(({ kind, id, change }) => `${change as string} ${kind as string} ${id as string}`)
    .toSorted();
}

test('an export that is brought up to date is the same as a new one, and names what changed', async () => {
  await using rig = await startTown();
  const folder = path.join(rig.folder, 'app');
  await exported(rig);
  expect(changesOf(folder)).toEqual([]);
  await use(rig);

  await exported(rig, { since: 'last' });

  expect(contentOf(folder)).toEqual(await fresh(rig));
  expect(changesOf(folder)).toEqual([
    'changed messages m4',
    'changed users u6',
    'changed users u7',
    'gone friends u0 u12',
    'gone groups hut',
    'gone members den u20',
    'gone members hut u0',
    'gone messages m2',
    'gone messages m5',
    'gone reactions m2 u2 x',
    'new friends newcomer u13',
    'new groups new',
    'new members den newcomer',
    'new members new u8',
    expect.stringMatching(/^new messages message-\d+$/),
    'new reactions m1 u0 y',
    'new users newcomer',
  ]);
});

test('what changes in lists that were read already is read again before the export ends', async () => {
  await using rig = await startTown();
  const folder = path.join(rig.folder, 'app');
  const stop = new AbortController();
  const onEvent = ({ step, share }: ExportEvent) =>
    step === 'messages' && share === 1 && stop.abort();
  await expect(exported(rig, { signal: stop.signal, onEvent })).rejects.toThrow('aborted');
  await use(rig);

  await exported(rig);

  const whole = await fresh(rig);
  const found = contentOf(folder);
  for (const name of ['users.ndjson', 'groups.ndjson', 'messages.ndjson', 'reactions.ndjson'])
    expect({ name, rows: found[name] }).toEqual({ name, rows: whole[name] });
  expect(found['members.ndjson']).toEqual(
    expect.arrayContaining(
      [JSON.stringify({ guid: 'new', uid: 'u8' }).slice(0, -1)].map((start) =>
        expect.stringContaining(start),
      ),
    ),
  );
  expect(changesOf(folder)).toContain('changed messages m4');
});

test('a user whom the pages of a list lack, because one before was deleted, is exported', async () => {
  await using rig = await startTown();
  const folder = path.join(rig.folder, 'app');
  rig.service.setFaults([{ fault: 'capped-pages', items: 10, stated: true }]);
  await using client = clientOf(rig);
  await client.users.create({ body: { uid: 'zed', name: 'Zed' } });
  let isDeleted = false;
  const onEvent = ({ step, read }: ExportEvent) => {
    if (isDeleted || step !== 'users' || read !== 10) return;
    isDeleted = true;
    rig.service.db.exec("DELETE FROM users WHERE uid = 'zed'");
  };

  await exported(rig, { onEvent });

  expect(isDeleted).toBe(true);
  expect(contentOf(folder)).toEqual(await fresh(rig));
  expect(changesOf(folder)).toEqual(['gone users zed', expect.stringMatching(/^new users u/)]);
});

test('a moment that leaves a gap is refused, and nothing is read', async () => {
  await using rig = await startTown();
  await exported(rig);
  const before = rig.service.requestCount;

  await expect(exported(rig, { since: Date.now() + 60_000 })).rejects.toMatchObject({
    code: 'since-too-late',
  });
  expect(rig.service.requestCount).toBe(before);
});
