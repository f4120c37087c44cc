import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFiles, planRows, runJob } from '../src/index.ts';
import { contentOf, exported, rowsIn } from './support/export-rig.ts';
import { HastyClock } from './support/hasty-clock.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { type Reading, readings } from './support/list-readings.ts';
import { clientOf, imported, NOW, rows, sent, text } from './support/undo-rig.ts';

const unlimited = { requestsPerMinute: 'unlimited', sendsPerMinute: 'unlimited' } as const;

/** An app in which every kind has something that no import takes. */
async function startLivedInApp(): Promise<JobRig> {
  const rig = await startJobRig(unlimited);
  await imported(rig, {
    ...rows(),
    messages: [...(rows().messages as Iterable<never>), text('m9', 'cy', 'ada')],
  });
  await using client = clientOf(rig);
  await client.users.update({
    path: { uid: 'ada' },
    body: { statusMessage: 'At sea', metadata: { team: 1, '@private': { email: 'a@x.org' } } },
  });
  await client.groups.create({
    onBehalfOf: 'bob',
    body: { guid: 'vault', name: 'Vault', type: 'password', password: 'secret-word' },
  });
  const body = {
    receiver: 'bob',
    receiverType: 'user',
    type: 'text',
    data: { text: 'Live' },
  } as const;
  const { data: live } = await client.messages.send({ onBehalfOf: 'ada', body });
  await client.messages.pin({ path: { id: live.id! } });
  const { data: gone } = await client.messages.send({ onBehalfOf: 'ada', body });
  await client.messages.delete({ path: { id: gone.id! } });
  await client.messages.send({ body });
  rig.service.db.exec(`UPDATE messages SET category = 'interactive' WHERE muid = 'm9'`);
  return rig;
}

test('an app is exported whole, and what no import takes is listed by its cause', async () => {
  await using rig = await startLivedInApp();
  const folder = path.join(rig.folder, 'app');

  const { manifest, wasComplete } = await exported(rig);

  expect(wasComplete).toBe(false);
  expect(
    rowsIn(folder, 'users.ndjson')
      .map(({ uid }) => uid as string)
      .toSorted(),
  ).toEqual(['ada', 'bob', 'cy', 'dot']);
  expect(rowsIn(folder, 'users.ndjson').find(({ uid }) => uid === 'ada')).toMatchObject({
    metadata: { team: 1 },
    role: 'staff',
  });
  expect(rowsIn(folder, 'groups.ndjson')).toMatchObject([
    { guid: 'makers', description: 'We', owner: 'ada' },
    { guid: 'vault', type: 'private' },
  ]);
  expect(rowsIn(folder, 'members.ndjson')).toHaveLength(5);
  expect(rowsIn(folder, 'members.ndjson')).toContainEqual({
    guid: 'makers',
    uid: 'cy',
    isBanned: true,
  });
  const messages = rowsIn(folder, 'messages.ndjson');
  expect(messages.map(({ muid }) => muid as string).toSorted()).toEqual([
    'm1',
    'm2',
    'm3',
    'm4',
    expect.stringMatching(/^message-\d+$/),
  ]);
  const message = (muid: string) => messages.find((each) => each['muid'] === muid);
  expect(message('m4')).toMatchObject({
    data: { text: 'Text of m4', metadata: { parentMuid: 'm2' } },
  });
  expect(message('m1')!['data']).toEqual({ text: 'Text of m1' });
  expect(rowsIn(folder, 'reactions.ndjson')).toMatchObject([
    { muid: 'm2', uid: 'dot', reaction: '👍' },
  ]);
  expect(rowsIn(folder, 'friends.ndjson')).toEqual([{ uid: 'ada', friend: 'dot' }]);
  expect(rowsIn(folder, 'blocks.ndjson')).toEqual([{ uid: 'bob', blocked: 'cy' }]);
  expect(manifest.notExported).toEqual({
    action: expect.any(Number),
    app: 1,
    category: 1,
    deleted: 1,
    field: 2,
    password: 1,
    private: 1,
    thread: 1,
  });
  // Dot is deactivated, and the local service has its calls at another address.
  const incomplete = manifest.incomplete.map(({ list }) => list);
  expect(incomplete).toEqual(expect.arrayContaining(['blocks', 'calls', 'friends']));
  const left = rowsIn(folder, 'not-exported.jsonl');
  expect(left.filter(({ cause }) => cause === 'field').map(({ field }) => field)).toEqual([
    'statusMessage',
    'pinnedAt',
  ]);
});

test('the files of an export are private, and hold neither the key nor private metadata', async () => {
  await using rig = await startLivedInApp();
  const folder = path.join(rig.folder, 'app');

  await exported(rig);

  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const bytes = readFileSync(file, 'latin1');
    expect({ name, mode: statSync(file).mode & 0o077 }).toEqual({ name, mode: 0 });
    for (const secret of [rig.service.apiKey, 'a@x.org', 'secret-word'])
      expect({ name, has: bytes.includes(secret) }).toEqual({ name, has: false });
  }
});

test('private metadata of groups, of messages and in what is left out is never written either', async () => {
  await using rig = await startLivedInApp();
  const folder = path.join(rig.folder, 'app');
  await using client = clientOf(rig);
  const metadata = { floor: 2, '@private': { email: 'b@x.org' } };
  await client.groups.update({ path: { guid: 'makers' }, body: { metadata } });
  for (const category of ['custom', 'interactive'])
    rig.service.db
      .prepare('UPDATE messages SET category = ?, data = ? WHERE muid = ?')
      .run(
        category,
        JSON.stringify({ metadata, deep: [{ metadata }] }),
        category === 'custom' ? 'm1' : 'm9',
      );

  await exported(rig);

  const all = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'latin1'));
  expect(all.join('')).not.toContain('b@x.org');
  expect(rowsIn(folder, 'groups.ndjson')[0]).toMatchObject({ metadata: { floor: 2 } });
  const left = rowsIn(folder, 'not-exported.jsonl').filter(({ cause }) => cause === 'private');
  expect(left.map(({ kind, field }) => [kind, field])).toEqual([
    ['users', 'metadata.@private'],
    ['groups', 'metadata.@private'],
    ['messages', 'data.metadata.@private'],
    ['messages', 'data.deep.@private'],
  ]);
});

test('a second app that imports an export has the same export', async () => {
  await using rig = await startLivedInApp();
  await using second = await startJobRig(unlimited);
  const folder = path.join(rig.folder, 'app');
  await exported(rig);

  await send(second, folder);
  await exported(second);

  const again = path.join(second.folder, 'app');
  expect(withoutTimes(contentOf(again))).toEqual(withoutTimes(contentOf(folder)));
});

/** Without the times that the service sets itself. */
function withoutTimes(content: ReturnType<typeof contentOf>): typeof content {
  const times = /,"(?:reactedAt|deactivatedAt)":\d+/g;
  return Object.fromEntries(
    Object.entries(content).map(([name, lines]) => [
      name,
      lines.map((line) => line.replaceAll(times, '')),
    ]),
  );
}

/** 250 messages, most of one second, in several pages of every list. */
async function startTown(): Promise<JobRig> {
  const rig = await startJobRig(unlimited);
  const uids = Array.from({ length: 25 }, (_, index) => `u${index}`);
  await imported(rig, {
    users: uids.map((uid) => ({ uid, name: uid.toUpperCase(), createdAt: NOW - 9000 })),
    groups: uids.map((uid) => ({ guid: `g-${uid}`, name: 'G', type: 'public', owner: uid })),
    members: uids.flatMap((uid) => [
      { guid: 'g-u0', uid },
      { guid: `g-${uid}`, uid: 'u24' },
    ]),
    messages: Array.from({ length: 250 }, (_, index) => ({
      ...text(`m${index}`, uids[index % 25]!, uids[(index + 1) % 25]!),
      sentAt: NOW - 5000 + (index < 120 ? 0 : index),
    })),
    reactions: [0, 119, 248].map((index) => ({ muid: `m${index}`, uid: 'u3', reaction: 'x' })),
    friends: uids.slice(1).map((friend) => ({ uid: 'u0', friend })),
    blocks: uids.slice(2).map((blocked) => ({ uid: 'u1', blocked })),
  });
  return rig;
}

describe('an export of lists that have several pages', () => {
  let rig: JobRig;
  let whole: ReturnType<typeof contentOf>;

  beforeAll(async () => {
    rig = await startTown();
    await exported(rig, { folder: path.join(rig.folder, 'whole') });
    whole = contentOf(path.join(rig.folder, 'whole'));
  });

  afterAll(() => rig[Symbol.asyncDispose]());

  test.each(Object.keys(readings) as Reading[])('has all of it with %s', async (name) => {
    rig.service.setFaults([...readings[name]]);
    const folder = path.join(rig.folder, name);

    await exported(rig, { folder });

    expect(contentOf(folder)).toEqual(whole);
    expect(whole['messages.ndjson']).toHaveLength(250);
    expect(whole['members.ndjson']).toHaveLength(72);
  });

  test('has all of it, each once, after it was stopped again and again', async () => {
    rig.service.setFaults([...readings['capped pages, and hidden items']]);
    const folder = path.join(rig.folder, 'stopped');
    let stops = 0;

    for (let isStopped = true; isStopped && stops < 300; stops++) {
      const stop = new AbortController();
      let events = 0;
      const onEvent = () => ++events > 1 + (stops % 7) && stop.abort();
      isStopped = await exported(rig, { folder, signal: stop.signal, onEvent }).then(
        () => false,
        (error: unknown) => error === stop.signal.reason,
      );
    }

    expect(stops).toBeGreaterThan(15);
    expect(stops).toBeLessThan(300);
    expect(contentOf(folder)).toEqual(whole);
    const before = rig.service.requestCount;
    expect(await exported(rig, { folder })).toMatchObject({ wasComplete: true, requests: 0 });
    expect(rig.service.requestCount).toBe(before);
  });
});

/** Plans an export without a configuration, and runs the plan. */
async function send({ job, target }: JobRig, folder: string): Promise<void> {
  const { kinds } = await planFiles([folder], { job });
  expect(Object.values(kinds).filter(({ rejected }) => rejected > 0)).toEqual([]);
  const events = runJob({ job, target, requestsPerMinute: 'unlimited', allowsLive: true });
  let next = await events.next();
  while (next.done !== true) next = await events.next();
  expect(next.value).toMatchObject({ end: 'finished' });
}

test('an export leaves the live app half of its quota', async () => {
  const clock = new HastyClock();
  await using rig = await startJobRig({ now: () => clock.now(), appRequestsPerMinute: 50 });
  const users = Array.from({ length: 20 }, (_, index) => ({ uid: `u${index}`, name: 'U' }));
  await planRows({ users }, { job: rig.job });
  await sent(rig, Infinity);
  await clock.sleep(60_000);
  const before = rig.service.requests.length;

  await exported(rig, { requestsPerMinute: 500, clock });

  const reads = rig.service.requests.slice(before);
  const firstMinute = reads.filter(({ at }) => at < reads[0]!.at + 60_000);
  expect(reads.filter(({ status }) => status === 429)).toEqual([]);
  expect(reads.length).toBeGreaterThan(50);
  expect(firstMinute.length).toBeLessThanOrEqual(26);
});

test('two messages with one muid are both exported, and the second one is listed', async () => {
  await using rig = await startJobRig(unlimited);
  await imported(rig, { ...rows(), messages: [text('m1', 'ada', 'bob')], reactions: [] });
  await using client = clientOf(rig);
  const body = {
    receiver: 'bob',
    receiverType: 'user',
    data: { text: 'Other' },
    muid: 'm1',
  } as const;
  const { data } = await client.messages.send({ onBehalfOf: 'ada', body });
  const folder = path.join(rig.folder, 'app');

  const { manifest } = await exported(rig);

  const muids = rowsIn(folder, 'messages.ndjson').map(({ muid }) => muid);
  expect(muids).toEqual(['m1', `m1-${data.id!}`]);
  expect(manifest.notExported).toMatchObject({ muid: 1 });
});
