import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '@chatferry/contract';
import { lockJob } from '@chatferry/runner';
import { jobFolder, planRows, repairJob, type RowsByKind, verifyJob } from '../src/index.ts';
import { planUndo } from '../src/undoing/plan-undo.ts';
import { appContent } from './support/app-content.ts';
import { HastyClock } from './support/hasty-clock.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { allOfIt, hasJunk, type Reading, readings } from './support/list-readings.ts';
import {
  clientOf,
  imported,
  keptIn,
  NOW,
  planned,
  sent,
  text,
  undone,
} from './support/undo-rig.ts';

const USERS = 25;

/** Nearly half of the messages are of one second: more than a page has. */
function town(count: number): RowsByKind {
  const uids = Array.from({ length: USERS }, (_, index) => `u${index}`);
  const users = uids.map((uid) => ({ uid, name: uid.toUpperCase(), createdAt: NOW - 9000 }));
  const groups = uids.map((uid, index) => ({
    guid: `g${index}`,
    name: `Group ${index}`,
    type: 'public',
    owner: uid,
    createdAt: NOW - 8000,
  }));
  const messages = Array.from({ length: count }, (_, index) => ({
    ...text(`m${index}`, uids[index % USERS]!, uids[(index + 1) % USERS]!),
    sentAt: NOW - 5000 + (index < 0.48 * count ? 0 : index),
  }));
  const reactions = [0, 1, 119, count - 2].map((index) => ({
    muid: `m${index}`,
    uid: uids[index % USERS]!,
    reaction: 'x',
  }));
  const friends = uids.slice(1).map((friend) => ({ uid: 'u0', friend }));
  return { users, groups, messages, reactions, friends };
}

/** Eve is not of the job: hers are the oldest message of the app, one that a rule can hide, and the newest one. */
async function useByOthers(rig: JobRig): Promise<void> {
  await using client = clientOf(rig);
  await client.users.create({ body: { uid: 'eve', name: 'Eve' } });
  await client.groups.members.add({ path: { guid: 'g7' }, body: { participants: ['eve'] } });
  const send = async (receiver: string, receiverType: 'user' | 'group'): Promise<string> => {
    const body = { receiver, receiverType, type: 'text', data: { text: 'Live' } } as const;
    return (await client.messages.send({ onBehalfOf: 'eve', body })).data.id!;
  };
  const [first, second] = [await send('u3', 'user'), await send('u3', 'user')];
  await send('g7', 'group');
  rig.service.db.exec(`
    UPDATE messages SET sent_at = 1000000 WHERE id = ${first};
    UPDATE messages SET muid = 'hidden' WHERE id = ${second}`);
}

/** Messages whose id is lower than that of the one before in the order of times. */
function inversions({ service }: JobRig): number {
  const sql = `SELECT count(*) AS n FROM
    (SELECT id, lag(id) OVER (ORDER BY sent_at, id) AS before FROM messages) WHERE id < before`;
  return Number(service.db.prepare(sql).get()!['n']);
}

const unlimited = { requestsPerMinute: 'unlimited', sendsPerMinute: 'unlimited' } as const;

describe('a job of 2,500 messages in an app that others use', () => {
  const rows = town(2500);
  let rig: JobRig;

  beforeAll(async () => {
    rig = await startJobRig(unlimited);
  });

  afterAll(() => rig[Symbol.asyncDispose]());

  test('is sent, and its follow-ups find their messages, with all of it', async () => {
    rig.service.setFaults(allOfIt);

    expect(await imported(rig, rows)).toMatchObject({
      end: 'finished',
      sums: { reactions: { created: 4 }, friends: { created: USERS - 1 } },
    });

    rig.service.setFaults([]);
    await useByOthers(rig);
    // The lanes have landed side by side, and the oldest message last.
    expect(inversions(rig)).toBeGreaterThan(100);
  }, 60_000);

  test.each(Object.keys(readings) as Reading[])(
    'is verified, and its undo is planned, with %s',
    async (name) => {
      rig.service.setFaults([...readings[name]]);

      const { kinds, complete, skipped } = await verifyJob({
        job: rig.job,
        target: rig.target,
        requestsPerMinute: 'unlimited',
      });
      const { kinds: removals } = await planned(rig);

      expect(kinds.filter(({ same, planned: all }) => same !== all)).toEqual([]);
      expect(complete).toBe(true);
      expect(skipped.length > 0).toBe(hasJunk(name));
      expect(removals).toMatchObject({
        users: { planned: USERS },
        groups: { planned: USERS },
        messages: { planned: 2500 },
        reactions: { planned: 4 },
        friends: { planned: USERS - 1 },
      });
      expect(keptIn(rig)).toMatchObject([
        { kind: 'users', id: 'u3' },
        { kind: 'groups', id: 'g7' },
        { kind: 'users', id: 'u7', holds: 'groups:g7' },
      ]);
    },
  );

  test('is neither verified, undone nor sent again from lists in no order', async () => {
    rig.service.setFaults([{ fault: 'message-order', by: 'nothing', operation: 'messages.list' }]);
    const { job, target } = rig;
    const before = appContent(rig.service);
    const inNoOrder = { code: 'unreadable', message: expect.stringContaining('in no order') };

    await expect(verifyJob({ job, target, requestsPerMinute: 'unlimited' })).rejects.toMatchObject(
      inNoOrder,
    );
    await expect(planned(rig)).rejects.toMatchObject(inNoOrder);
    rig.useJob('unordered');
    expect(await imported(rig, rows)).toMatchObject({
      end: 'stopped',
      reason: { code: 'list-unreadable', message: inNoOrder.message },
    });
    rig.useJob('job');
    expect(appContent(rig.service)).toEqual(before);
  });

  test('is found present by another job, with all of it', async () => {
    rig.service.setFaults(allOfIt);
    const before = appContent(rig.service);
    rig.useJob('second');

    const { end, sums } = await imported(rig, rows);

    rig.useJob('job');
    expect(end).toBe('finished');
    expect(sums).toMatchObject({
      users: { presentSame: USERS, created: 0 },
      groups: { presentSame: USERS, created: 0 },
      messages: { presentSame: 2500, created: 0 },
    });
    expect(appContent(rig.service)).toEqual(before);
  });
});

test('a repair restores what every page of a list lacks, in both readings', async () => {
  await using rig = await startJobRig(unlimited);
  const { job, target } = rig;
  await imported(rig, town(250));
  const before = appContent(rig.service);
  for (const reading of [
    'the newest page first',
    'the oldest page first',
    'all of it, and totals of 0',
  ] as const) {
    rig.service.setFaults([...readings[reading]]);
    rig.service.db.exec(`
      DELETE FROM messages WHERE muid IN ('m30', 'm130', 'm249');
      UPDATE users SET name = 'X' WHERE uid IN ('u4', 'u15');
      DELETE FROM friends WHERE 'u12' IN (uid, friend)`);
    const verifying = { requestsPerMinute: 'unlimited' } as const;
    await verifyJob({ job, target, ...verifying });
    const events = repairJob({ job, target, ...verifying, allowsLive: true, verifying });
    let next = await events.next();
    while (next.done !== true) next = await events.next();

    expect(next.value).toMatchObject({ end: 'finished', verified: { complete: true } });
    expect(appContent(rig.service)).toEqual(before);
  }
});

test.each(['capped pages, and hidden items', 'all of it, and totals of 0'] as const)(
  'an undo keeps what others have older than the newest page, with %s',
  async (name) => {
    await using rig = await startJobRig(unlimited);
    await imported(rig, town(250));
    await useByOthers(rig);
    rig.service.setFaults([...readings[name]]);
    await planned(rig);

    expect(await undone(rig)).toMatchObject({ end: 'finished' });

    const { users, groups, messages } = appContent(rig.service);
    // The owner of a group stays with it.
    expect(users).toMatchObject(['eve', 'u3', 'u7'].map((uid) => ({ uid })));
    expect(groups).toMatchObject([{ guid: 'g7' }]);
    expect(messages).toHaveLength(3);
  },
);

test('an undo removes nothing while lists lack many of its records, unless their number is confirmed', async () => {
  await using rig = await startJobRig(unlimited);
  await imported(rig, town(250));
  await useByOthers(rig);
  const before = appContent(rig.service);
  const lists = {
    'messages.list': '250 messages',
    'users.list': '25 users',
    'groups.list': '25 groups',
  };
  for (const reading of [
    'the newest page first',
    'inclusive cursors',
    'all of it, and totals of 0',
  ] as const)
    for (const [operation, created] of Object.entries(lists)) {
      const share = operation === 'messages.list' ? 0.1 : 0.5;
      rig.service.setFaults([...readings[reading], { fault: 'hidden-items', operation, share }]);
      await planned(rig);
      await expect(undone(rig, { absent: 1, isForced: true })).rejects.toMatchObject({
        code: 'many-absent',
        message: expect.stringContaining(`of ${created}`),
      });
    }
  expect(appContent(rig.service)).toEqual(before);

  rig.service.setFaults([]);
  rig.service.db.exec("DELETE FROM messages WHERE muid LIKE 'm1%'");
  await planned(rig);
  await expect(undone(rig)).rejects.toMatchObject({
    fix: expect.stringContaining('confirm their number: 111'),
  });
  expect(await undone(rig, { absent: 111 })).toMatchObject({ end: 'finished' });
  expect(appContent(rig.service)['messages']).toHaveLength(3);
});

function firstEight(rows: RowsByKind['users']): Row[] {
  return [...(rows as Iterable<Row>)].slice(0, 8);
}

test('the reads of an undo leave the live app half of its quota', async () => {
  const clock = new HastyClock();
  const app = { now: () => clock.now(), appRequestsPerMinute: 50 };
  await using rig = await startJobRig(app);
  const { users, groups } = town(0);
  await planRows({ users: firstEight(users), groups: firstEight(groups) }, { job: rig.job });
  await sent(rig, Infinity);
  await clock.sleep(60_000);
  const before = rig.service.requests.length;
  const { signal } = new AbortController();
  const job = jobFolder(rig.job);
  using _ = lockJob(job.path, Date.now());

  await planUndo({ job, target: rig.target, requestsPerMinute: 500, signal, clock });

  const reads = rig.service.requests.slice(before);
  const firstMinute = reads.filter(({ at }) => at < reads[0]!.at + 60_000);
  expect(reads.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  expect(reads.length).toBeGreaterThan(30);
  expect(firstMinute.length).toBeLessThanOrEqual(26);
});
