import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { planFiles } from '../src/index.ts';
import { exported, rowsIn } from './support/export-rig.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { clientOf, imported, NOW, rows, text } from './support/undo-rig.ts';

const unlimited = { requestsPerMinute: 'unlimited', sendsPerMinute: 'unlimited' } as const;

/** An app that signs the addresses of its files, and changes a user after the import. */
async function startAppWithFiles(): Promise<JobRig> {
  const rig = await startJobRig(unlimited);
  const origin = new URL(rig.service.baseUrl).origin;
  const file = (name: string) => ({
    url: `${origin}/media/${name}`,
    name,
    mimeType: 'image/png',
    extension: 'png',
  });
  const picture = (muid: string, ...names: string[]) => ({
    ...text(muid, 'ada', 'bob'),
    type: 'image',
    data: {
      url: file(names[0]!).url,
      attachments: names.map(file),
      text: `See ${origin}/media/a.png`,
    },
  });
  await imported(rig, {
    ...rows(),
    messages: [
      ...(rows().messages as Iterable<never>),
      picture('p1', 'a.png', 'b.png'),
      picture('p2', 'a.png'),
    ],
  });
  rig.service.setFaults([{ fault: 'signed-media', seconds: 900 }]);
  return rig;
}

/** The names of files that have a signature. */
function filesWithSignature(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => path.join(each.parentPath, each.name))
    .filter((file) => readFileSync(file, 'latin1').includes('Signature='));
}

test('an export has no signature, and says which fields have lost theirs', async () => {
  await using rig = await startAppWithFiles();
  const folder = path.join(rig.folder, 'app');

  const { manifest, media } = await exported(rig);
  await exported(rig, { since: NOW * 1000 });

  expect(media).toBeUndefined();
  expect(manifest.notExported).toMatchObject({ signature: 4 });
  expect(filesWithSignature(folder)).toEqual([]);
  const rowOf = (muid: string) =>
    rowsIn(folder, 'messages.ndjson').find((each) => each['muid'] === muid);
  expect(rowOf('p2')).toMatchObject({
    data: { attachments: [{ url: expect.stringMatching(/\/media\/a\.png$/) }] },
    '@unsigned': ['data.url', 'data.attachments'],
  });
  // A new signature is no change.
  expect(rowsIn(folder, 'changed.jsonl').filter(({ kind }) => kind === 'messages')).toEqual([]);
  const { problems } = await planFiles([folder], { job: path.join(rig.folder, 'move') });
  expect(problems.find(({ code }) => code === 'signed-url')).toMatchObject({ count: 2 });
});

test('the files of an app are copied while their signatures last, each once, also for an export that is complete', async () => {
  await using rig = await startAppWithFiles();
  const folder = path.join(rig.folder, 'app');
  const media = { to: path.join(rig.folder, 'media'), publicBase: 'https://m.example.com' };
  await exported(rig);

  const first = await exported(rig, { media });
  const second = await exported(rig, { media });

  expect(first).toMatchObject({ wasComplete: true, media: { files: 2, copied: 2, failed: [] } });
  expect(second.media!.copiedNow).toEqual({ files: 0, bytes: 0 });
  expect([...filesWithSignature(folder), ...filesWithSignature(media.to)]).toEqual([]);
  const summary = await planFiles([folder], {
    job: path.join(rig.folder, 'move'),
    media: { map: first.media!.map!, isRequired: true },
  });
  expect(summary.problems.map(({ code }) => code)).not.toContain('signed-url');
  expect(summary.media).toMatchObject({ mapped: 3, unmapped: [] });
  const plan = readFileSync(path.join(rig.folder, 'move', 'plan.sqlite'), 'latin1');
  expect(plan).not.toMatch(/"url":"[^"]*\/media\//);
});

test('the folder of the copies cannot be inside of the export', async () => {
  await using rig = await startAppWithFiles();
  const to = path.join(rig.folder, 'app', 'media');
  await expect(exported(rig, { media: { to } })).rejects.toMatchObject({
    code: 'not-a-media-folder',
  });
});

/** The lines about what is not exported, in no order. */
function linesOf(folder: string): string[] {
  return rowsIn(folder, 'not-exported.jsonl')
    .map(({ kind, id, cause, field, value }) =>
      [kind, id, cause, field, cause === 'field' ? value : ''].join(' '),
    )
    .toSorted();
}

test('what is listed as not exported is that of the app as it is, after an update too', async () => {
  await using rig = await startAppWithFiles();
  await using client = clientOf(rig);
  const folder = path.join(rig.folder, 'app');
  const id = (muid: string) =>
    String(rig.service.db.prepare('SELECT id FROM messages WHERE muid = ?').get(muid)!['id']);
  const update = (statusMessage: string) =>
    client.users.update({ path: { uid: 'ada' }, body: { statusMessage } });
  await update('At sea');
  await client.messages.pin({ path: { id: id('m1') } });
  await client.messages.pin({ path: { id: id('m3') } });
  await exported(rig);
  await update('Ashore');
  await client.messages.unpin({ path: { id: id('m1') } });
  await client.messages.update({ path: { id: id('m1') }, body: { data: { text: 'Other' } } });
  await client.messages.delete({ path: { id: id('m3') } });
  await client.messages.delete({ path: { id: id('p1') } });

  const { manifest } = await exported(rig, { since: 'last' });

  const fresh = path.join(rig.folder, 'fresh');
  const whole = await exported(rig, { folder: fresh });
  expect(linesOf(folder)).toEqual(linesOf(fresh));
  expect(manifest.notExported).toEqual(whole.manifest.notExported);
  expect(linesOf(folder)).toContain('users ada field statusMessage Ashore');
});

test('calls, and the tags of conversations, have files of their own', async () => {
  await using rig = await startAppWithFiles();
  await using client = clientOf(rig);
  await client.users.conversation.update({
    onBehalfOf: 'ada',
    path: { uid: 'bob' },
    body: { tags: ['vip'] },
  });
  const call = { sessionId: 's1', startedAt: NOW, type: 'audio', status: 'ended' };
  rig.service.db
    .prepare('INSERT INTO calls (session_id, started_at, record) VALUES (?, ?, ?)')
    .run('s1', NOW, JSON.stringify(call));
  const folder = path.join(rig.folder, 'app');

  const { manifest } = await exported(rig, { callsBaseUrl: rig.service.callsBaseUrl });

  expect(rowsIn(folder, 'calls.ndjson')).toMatchObject([call]);
  expect(rowsIn(folder, 'conversations.ndjson')).toMatchObject([{ uid: 'ada', tags: ['vip'] }]);
  expect(manifest.incomplete.map(({ list }) => list)).not.toContain('calls');
});
