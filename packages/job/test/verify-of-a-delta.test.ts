import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RowsByKind, verifyJob, type VerifyOutcome } from '../src/index.ts';
import { delta, landed, send } from './support/delta-rig.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { type Reading, readings } from './support/list-readings.ts';

const NOW = Math.floor(Date.now() / 1000);
const unlimited = { requestsPerMinute: 'unlimited', sendsPerMinute: 'unlimited' } as const;

/** Messages are ten minutes apart. */
function archive(
  count: number,
): Record<'users' | 'groups' | 'members' | 'messages', Record<string, unknown>[]> {
  const users = Array.from({ length: count / 2 }, (_, index) => ({
    uid: `u${index}`,
    name: `User ${index}`,
    createdAt: NOW - 90_000,
  }));
  const groups = Array.from({ length: count / 4 }, (_, index) => ({
    guid: `g${index}`,
    name: `Group ${index}`,
    type: 'public',
    createdAt: NOW - 80_000,
  }));
  const members = users.slice(0, 9).map(({ uid }) => ({ guid: 'g0', uid, joinedAt: NOW - 70_000 }));
  const messages = Array.from({ length: count }, (_, index) =>
    text(index, NOW - 600 * (count - index) - 3600),
  );
  return { users, groups, members, messages };
}

function text(index: number, sentAt: number): Record<string, unknown> & { muid: string } {
  const ends = { sender: `u${index % 9}`, receiver: `u${(index + 1) % 9}`, receiverType: 'user' };
  return { muid: `m${index}`, ...ends, text: `Text ${index}`, sentAt };
}

/** New records of each kind, changed ones, and ones that are gone. */
function later(rows: ReturnType<typeof archive>, count: number): RowsByKind {
  const { users, groups, members, messages } = structuredClone(rows);
  return {
    users: [
      { ...users[0]!, name: 'Renamed' },
      ...users.slice(1),
      { uid: 'new', name: 'New', createdAt: NOW - 60 },
      { uid: 'left', name: 'Left', createdAt: NOW - 60, deactivatedAt: NOW - 50 },
    ],
    groups: [
      { ...groups[0]!, name: 'Renamed' },
      ...groups.slice(1),
      {
        guid: 'fresh',
        name: 'Fresh',
        type: 'private',
        description: 'New here',
        createdAt: NOW - 60,
      },
    ],
    members: [
      ...members.slice(0, 8),
      { guid: 'fresh', uid: 'new', joinedAt: NOW - 40 },
      { guid: 'fresh', uid: 'u1', isBanned: true },
    ],
    messages: [
      ...messages.slice(0, -2),
      { ...messages.at(-2)!, text: 'Edited' },
      ...[0, 1, 2].map((index) => text(count + index, NOW - 30 + index)),
      // What was forgotten in the first export has old times.
      ...[3, 4].map((index) => ({
        ...text(count + index, messages[index * 9]!['sentAt'] as number),
      })),
      {
        ...text(1, NOW - 20),
        muid: 'a-reply',
        data: { text: 'A reply', metadata: { parentMuid: 'm1' } },
        text: undefined,
      },
    ],
    reactions: [{ muid: 'm2', uid: 'u2', reaction: '👍' }],
    friends: [{ uid: 'u1', friend: 'u2' }],
    blocks: [{ uid: 'u3', blocked: 'u4' }],
  };
}

const settings = { editMessages: true, threads: 'reply', removeGone: 2 } as const;

/** An app with an archive, and a delta that was sent. */
async function withDelta(count: number): Promise<AsyncDisposable & { rig: JobRig; night: string }> {
  const rig = await startJobRig(unlimited);
  const rows = archive(count);
  await landed(rig, rows, { threads: 'reply' });
  const { job: night } = await delta(rig, later(rows, count), 'night', rig.job, settings);
  expect(await send(rig, night)).toMatchObject({ end: 'finished' });
  return { rig, night, [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose]() };
}

async function verified(
  { rig, night: job }: { rig: JobRig; night: string },
  options: { full?: boolean } = {},
): Promise<VerifyOutcome & { requests: number }> {
  let requests = 0;
  const onEvent = (event: { requests: number }): void => {
    requests = event.requests;
  };
  const { target } = rig;
  const found = await verifyJob({
    job,
    target,
    requestsPerMinute: 'unlimited',
    onEvent,
    ...options,
  });
  return { ...found, requests };
}

function wrong({ kinds }: VerifyOutcome): object[] {
  return kinds
    .filter(({ same, planned }) => same !== planned)
    .map(({ kind, different, missing, fields, examples }) => ({
      kind,
      different,
      missing,
      fields: fields.map(({ field }) => field),
      ids: examples.missing.map(({ id }) => id),
    }));
}

test('a delta is verified with as many requests in an app of any size', async () => {
  await using small = await withDelta(600);
  await using large = await withDelta(3000);

  const ofSmall = await verified(small);
  const ofLarge = await verified(large);

  for (const found of [ofSmall, ofLarge]) {
    expect(wrong(found)).toEqual([]);
    expect(found).toMatchObject({ complete: true, scope: 'delta' });
    expect(found.kinds.map(({ kind }) => kind)).toEqual([
      'users',
      'groups',
      'members',
      'messages',
      'descriptions',
      'replies',
      'reactions',
      'friends',
      'userUpdates',
      'groupUpdates',
      'messageEdits',
      'messageRemovals',
      'memberRemovals',
      'blocks',
      'deactivations',
    ]);
  }
  expect(ofLarge.requests).toBe(ofSmall.requests);
  expect(ofLarge.landedBefore).toMatchObject({ users: 1500, messages: 3000 });
});

const tables = ['users', 'groups', 'messages', 'reactions'];

describe('in an app that somebody changed', () => {
  let sent: Awaited<ReturnType<typeof withDelta>>;

  beforeAll(async () => {
    sent = await withDelta(600);
    const { db } = sent.rig.service;
    for (const table of tables)
      db.exec(`CREATE TEMP TABLE kept_${table} AS SELECT * FROM ${table}`);
  });

  afterAll(() => sent[Symbol.asyncDispose]());

  /** What is found while a change holds. */
  async function after(sql: string, options = {}): Promise<VerifyOutcome> {
    const { db } = sent.rig.service;
    db.exec(sql);
    try {
      return await verified(sent, options);
    } finally {
      for (const table of tables)
        db.exec(`INSERT OR REPLACE INTO ${table} SELECT * FROM kept_${table}`);
    }
  }

  test.each([
    [
      'the text of a new message',
      `UPDATE messages SET data = json_set(data, '$.text', 'X') WHERE muid = 'm601'`,
      [{ kind: 'messages', different: 1, missing: 0, fields: ['data.text'], ids: [] }],
    ],
    [
      'the time of a new message',
      `UPDATE messages SET sent_at = sent_at - 7200 WHERE muid = 'm601'`,
      [{ kind: 'messages', different: 1, missing: 0, fields: ['sentAt'], ids: [] }],
    ],
    [
      'a new message with an old time, deleted',
      `DELETE FROM messages WHERE muid = 'm604'`,
      [{ kind: 'messages', different: 0, missing: 1, fields: [], ids: ['m604'] }],
    ],
    [
      'an edited message, edited back',
      `UPDATE messages SET data = json_set(data, '$.text', 'Text 598') WHERE muid = 'm598'`,
      [{ kind: 'messageEdits', different: 1, missing: 0, fields: ['data.text'], ids: [] }],
    ],
    [
      'the text of a reply',
      `UPDATE messages SET data = json_set(data, '$.text', 'X') WHERE muid = 'a-reply'`,
      [{ kind: 'replies', different: 1, missing: 0, fields: ['data.text'], ids: [] }],
    ],
    [
      'a reaction, taken back',
      'DELETE FROM reactions',
      [{ kind: 'reactions', different: 0, missing: 1, fields: [], ids: ['m2 u2 👍'] }],
    ],
    [
      'the name of a new user',
      `UPDATE users SET name = 'X' WHERE uid = 'new'`,
      [{ kind: 'users', different: 1, missing: 0, fields: ['name'], ids: [] }],
    ],
    [
      'an updated user, named as before',
      `UPDATE users SET name = 'User 0' WHERE uid = 'u0'`,
      [{ kind: 'userUpdates', different: 1, missing: 0, fields: ['name'], ids: [] }],
    ],
    [
      'a deactivated user, made active',
      `UPDATE users SET deactivated_at = NULL WHERE uid = 'left'`,
      [{ kind: 'deactivations', different: 0, missing: 1, fields: [], ids: ['left'] }],
    ],
    [
      'a new user, deactivated',
      `UPDATE users SET deactivated_at = 9 WHERE uid = 'new'`,
      [{ kind: 'users', different: 1, missing: 0, fields: ['deactivated'], ids: [] }],
    ],
    [
      'a group without its description',
      `UPDATE groups SET description = NULL WHERE guid = 'fresh'`,
      [{ kind: 'descriptions', different: 0, missing: 1, fields: [], ids: ['fresh'] }],
    ],
  ])('names %s', async (_, sql, expected) => {
    const found = await after(sql);

    expect(wrong(found)).toEqual(expected);
    expect(found.complete).toBe(false);
  });

  test.each([
    `UPDATE messages SET data = json_set(data, '$.text', 'X') WHERE muid = 'm100'`,
    `UPDATE users SET name = 'X' WHERE uid = 'u100'`,
  ])('does not state that records of earlier jobs were compared: %s', async (sql) => {
    const found = await after(sql);

    expect(wrong(found)).toEqual([]);
    expect(found).toMatchObject({ scope: 'delta', landedBefore: { messages: 600, users: 300 } });
    expect(found.kinds.every(({ isWhole, extra }) => !isWhole && extra === 0)).toBe(true);
    expect(found.conclusion.sentences.join(' ')).toMatch(
      /landed unchanged in jobs before this one, and were not read back/,
    );
  });

  test('reads every list on request', async () => {
    const found = await verified(sent, { full: true });

    expect(wrong(found)).toEqual([]);
    expect(found).toMatchObject({ scope: 'full', complete: true });
    expect(found.kinds.find(({ kind }) => kind === 'messages')).toMatchObject({
      isWhole: true,
      extra: 0,
    });
  });

  test.each(Object.keys(readings) as Reading[])('finds all with %s', async (name) => {
    const { service } = sent.rig;
    service.setFaults([...readings[name]]);
    try {
      expect(wrong(await verified(sent))).toEqual([]);
    } finally {
      service.setFaults([]);
    }
  });
});
