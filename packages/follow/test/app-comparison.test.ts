import { cpSync } from 'node:fs';
import path from 'node:path';
import { jobStatus, repairJob, verifyJob } from '@chatferry/job';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../runner/test/support/manual-clock.ts';
import type { FollowEvent, FollowOptions } from '../src/index.ts';
import { type FollowRig, SENT, startFollowRig } from './support/follow-rig.ts';
import { forums } from './support/forum.ts';

const PEOPLE = `INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL);`;
const EVERY_MS = 20_000;

function post(id: number): string {
  return `INSERT INTO posts VALUES (${id}, NULL, 'ann', 'bob', ${SENT + id}, 'post ${id}');`;
}

/** A clock whose time of day is in whole milliseconds, as the system's. */
class WholeClock extends ManualClock {
  override now(): number {
    return Math.floor(super.now());
  }
}

/** A follower whose segment 2 has these changes. Its clock passes only while it waits. */
async function begun(rig: FollowRig, changes = post(2) + post(3)): Promise<ManualClock> {
  const clock = new WholeClock();
  await rig.forum.exec(PEOPLE + post(1));
  await rig.sendBulk();
  await rig.follow({ clock });
  await rig.forum.exec(changes);
  await rig.follow({ clock });
  return clock;
}

type AppComparisonStatus = NonNullable<ReturnType<typeof jobStatus>['follow']>['app'];
type Compared = Extract<FollowEvent, { type: 'app-compared' }>;

/** Follows every 20 seconds, until `onEvent` returns true. @returns the events */
async function followUntil(
  rig: FollowRig,
  clock: ManualClock,
  onEvent: (event: FollowEvent) => unknown,
  changed: Partial<FollowOptions> = {},
): Promise<readonly FollowEvent[]> {
  const stop = new AbortController();
  const options = { clock, isOnce: false, everyMs: EVERY_MS, signal: stop.signal, ...changed };
  const { events } = await rig.follow(options, {
    onEvent: async (event) => {
      if ((await onEvent(event)) === true) stop.abort();
    },
  });
  return events;
}

function comparedIn(events: readonly FollowEvent[]): Compared[] {
  return events.filter((event) => event.type === 'app-compared');
}

/** The examples of what differs, in the words of `verify`. */
function named({ compared }: Compared): string[] {
  return compared.differing.flatMap(({ kind, fields, examples }) => [
    ...fields.flatMap((each) => each.examples.map(({ id }) => `${kind}:${id} ${each.field}`)),
    ...examples.missing.map(({ id }) => `${kind}:${id} missing`),
  ]);
}

/** Requests that list messages. */
function lists(rig: FollowRig): number {
  return rig.service.requests.filter(({ operation }) => operation === 'messages.list').length;
}

const tamper = "UPDATE messages SET data = json_set(data, '$.text', 'x') WHERE muid = '2'";
const deletes = "DELETE FROM messages WHERE muid = '3'";

describe.each(forums)('$title', ({ open }) => {
  test('a record that other people change or delete in the app is named within a minute and a round', async () => {
    await using rig = await startFollowRig(open);
    const clock = await begun(rig);
    const settledAt = clock.now();
    rig.service.db.exec(`${tamper}; ${deletes}`);

    const events = await followUntil(rig, clock, ({ type }) => type === 'app-compared');

    const [first] = comparedIn(events);
    expect(named(first!)).toEqual(['messages:2 data.text', 'messages:3 missing']);
    expect(first).toMatchObject({ to: 2, different: 2, compared: { records: 2, asPlanned: 0 } });
    expect(clock.now() - settledAt).toBeGreaterThanOrEqual(60_000);
    expect(clock.now() - settledAt).toBeLessThanOrEqual(60_000 + EVERY_MS);
    expect(rig.held.messages).toEqual({ 1: 'post 1', 2: 'x' });
  });
});

test('a segment is compared once, and its state shows up to where', async () => {
  await using rig = await startFollowRig();
  const clock = await begun(rig);
  const before = jobStatus(rig.job).follow!.app;
  const from = clock.now();

  const events = await followUntil(rig, clock, () => clock.now() > from + 10 * 60_000);

  expect(before).toMatchObject({ to: 0, segments: 2, at: undefined, different: 0 });
  expect(comparedIn(events)).toMatchObject([{ to: 2, compared: { records: 2, asPlanned: 2 } }]);
  expect(jobStatus(rig.job).follow!.app).toEqual({
    to: 2,
    segments: 2,
    at: expect.any(Number),
    dueSince: undefined,
    different: 0,
    differing: [],
  });
});

test('what differs is compared again after an hour, by the next start, and not in between', async () => {
  await using rig = await startFollowRig();
  const clock = await begun(rig);
  rig.service.db.exec(tamper);
  const times: number[] = [];
  const noting = ({ type }: FollowEvent): void => {
    if (type === 'app-compared') times.push(clock.monotonicMs());
  };
  await followUntil(rig, clock, (event) => {
    noting(event);
    return times.length === 2;
  });
  const { different, differing } = jobStatus(rig.job).follow!.app;
  rig.service.db.exec(
    "UPDATE messages SET data = json_set(data, '$.text', 'post 2') WHERE muid = '2'",
  );
  const again = await followUntil(rig, clock, ({ type }) => type === 'app-compared');

  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(60 * 60_000);
  expect(times[1]! - times[0]!).toBeLessThanOrEqual(60 * 60_000 + EVERY_MS);
  expect({ different, differing }).toEqual({
    different: 1,
    differing: [{ kind: 'messages', records: 1, ids: ['2'] }],
  });
  expect(again.find(({ type }) => type === 'following')).toMatchObject({ different: 1 });
  expect(comparedIn(again)).toMatchObject([{ different: 0, compared: { records: 2 } }]);
});

test('new segments are compared while an older one differs, and the older one is not', async () => {
  await using rig = await startFollowRig();
  const clock = await begun(rig);
  rig.service.db.exec(tamper);
  let found = 0;
  const events = await followUntil(rig, clock, async ({ type }) => {
    if (type === 'app-compared' && ++found === 1) await rig.forum.exec(post(4));
    return found === 2;
  });

  expect(comparedIn(events)).toMatchObject([
    { to: 2, different: 1, compared: { records: 2 } },
    { to: 3, different: 1, compared: { records: 1, asPlanned: 1 } },
  ]);
});

test('a record that a later segment changes is judged by that segment alone', async () => {
  await using rig = await startFollowRig();
  const clock = await begun(rig);
  clock.advance(50_000);
  await rig.forum.exec(
    "UPDATE posts SET body = 'edited' WHERE id = 2; DELETE FROM posts WHERE id = 3",
  );

  let found = 0;
  const events = await followUntil(
    rig,
    clock,
    ({ type }) => type === 'app-compared' && ++found === 2,
  );

  expect(rig.held.messages).toEqual({ 1: 'post 1', 2: 'edited' });
  // The second segment is compared before the third is due.
  expect(comparedIn(events)).toMatchObject([
    { to: 2, different: 0, compared: { records: 0 } },
    { to: 3, different: 0, compared: { records: 2, asPlanned: 2 } },
  ]);
});

test('nothing is compared while changes wait to be sent', async () => {
  await using rig = await startFollowRig();
  const clock = await begun(rig, post(2));
  await rig.forum.exec('DELETE FROM posts WHERE id = 2');
  await rig.follow({ clock });
  await rig.forum.exec(post(4));
  const { run } = rig.options();
  rig.service.setFaults([{ fault: 'status-before', operation: 'dataImport.*', status: 503 }]);
  // Only a comparison reads a removed message.
  const reads = (): number =>
    rig.service.requests.filter(({ operation }) => operation === 'messages.get').length;
  const before = reads();
  const from = clock.now();

  const failing = await followUntil(rig, clock, () => clock.now() > from + 10 * 60_000, {
    run: { ...run, giveUpAfterMs: 30_000 },
  });
  const meanwhile = reads();
  rig.service.setFaults([]);
  const events = await followUntil(rig, clock, ({ type }) => type === 'app-compared');

  expect(failing.map(({ type }) => type)).toContain('failing');
  expect(meanwhile).toBe(before);
  expect(reads()).toBeGreaterThan(before);
  expect(comparedIn(events)).toMatchObject([{ to: 3, different: 0, compared: { asPlanned: 1 } }]);
});

test('an outage during the comparison blames no record, and changes are sent meanwhile', async () => {
  await using rig = await startFollowRig();
  const clock = await begun(rig);
  rig.service.setFaults([{ fault: 'reset-before', operation: 'messages.list' }]);

  const times: number[] = [];
  let meanwhile: AppComparisonStatus | undefined;
  const events = await followUntil(rig, clock, async ({ type }) => {
    if (type !== 'not-compared') return type === 'app-compared';
    if (times.push(clock.monotonicMs()) < 3) return false;
    meanwhile = jobStatus(rig.job).follow!.app;
    rig.service.setFaults([]);
    await rig.forum.exec(post(4));
    return false;
  });

  const types = events.map(({ type }) => type);
  expect(meanwhile).toMatchObject({ to: 0, different: 0, at: undefined });
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(60_000);
  expect(types.indexOf('settled')).toBeLessThan(types.indexOf('app-compared'));
  expect(Object.keys(rig.held.messages)).toEqual(['1', '2', '3', '4']);
  expect(comparedIn(events)).toMatchObject([{ to: 2, different: 0, compared: { asPlanned: 2 } }]);
});

test('a refused key ends the follower, as it does when it sends', async () => {
  await using rig = await startFollowRig();
  const clock = await begun(rig);
  rig.service.setFaults([
    {
      fault: 'status-before',
      operation: 'messages.list',
      status: 401,
      code: 'AUTH_ERR_APIKEY_NOT_FOUND',
    },
  ]);

  const ended = followUntil(rig, clock, ({ type }) => type === 'not-compared');

  await expect(ended).rejects.toMatchObject({ name: 'ApiError', status: 401 });
});

test('a signal interrupts a comparison, which the next start makes', async () => {
  await using rig = await startFollowRig();
  const clock = await begun(rig);
  rig.service.setFaults([{ fault: 'silence', operation: 'messages.list' }]);
  clock.advance(60_000);
  const before = lists(rig);
  const stop = new AbortController();
  const following = rig.follow({ clock, isOnce: false, everyMs: EVERY_MS, signal: stop.signal });
  while (lists(rig) === before) await new Promise((resolve) => setTimeout(resolve, 5));
  stop.abort();

  const { events } = await following;
  rig.service.setFaults([]);
  const again = await followUntil(rig, clock, ({ type }) => type === 'app-compared');

  expect(comparedIn(events)).toEqual([]);
  expect(comparedIn(again)).toMatchObject([{ to: 2, different: 0 }]);
});

test('what a process that is killed has compared but not kept is compared again', async () => {
  await using rig = await startFollowRig();
  const clock = await begun(rig);
  clock.advance(60_000);
  rig.service.db.exec(tamper);
  // The job folder at the last answer: a process that is killed then leaves this folder.
  const killed = path.join(rig.folder, 'killed');
  let isCopied = false;
  const onAnswer: FollowOptions['onAnswer'] = ({ operation }) => {
    if (operation !== 'messages.list') return;
    cpSync(rig.job, killed, { recursive: true });
    isCopied = true;
  };
  await followUntil(rig, clock, ({ type }) => type === 'app-compared', { onAnswer });
  const left = jobStatus(killed).follow!.app;

  const events = await followUntil(rig, clock, ({ type }) => type === 'app-compared', {
    job: killed,
  });

  expect(isCopied).toBe(true);
  expect(left).toMatchObject({ to: 0, different: 0 });
  expect(comparedIn(events)).toMatchObject([{ to: 2, different: 1, compared: { records: 2 } }]);
});

test('a failed record differs until a retry or a repair has sent it, and the next start sees that', async () => {
  await using rig = await startFollowRig();
  const clock = await begun(rig, post(2));
  rig.service.db.exec("DELETE FROM messages WHERE muid = '2'");
  await followUntil(rig, clock, ({ type }) => type === 'app-compared');
  const { job, target } = rig;
  const sending = { job, target, requestsPerMinute: 'unlimited' } as const;
  const verified = await verifyJob(sending);
  await Array.fromAsync(repairJob({ ...sending, allowsLive: true }));

  const events = await followUntil(rig, clock, ({ type }) => type === 'app-compared');

  expect(verified.kinds.find(({ kind }) => kind === 'messages')).toMatchObject({ missing: 1 });
  expect(rig.held.messages).toEqual({ 1: 'post 1', 2: 'post 2' });
  expect(comparedIn(events)).toMatchObject([{ different: 0 }]);
});

test('a message that was deleted in the app on purpose is as planned when its row is gone', async () => {
  await using rig = await startFollowRig();
  const clock = await begun(rig);
  rig.service.db.exec(deletes);
  await followUntil(rig, clock, ({ type }) => type === 'app-compared');
  await rig.forum.exec('DELETE FROM posts WHERE id = 3');

  const events = await followUntil(
    rig,
    clock,
    (event) => event.type === 'app-compared' && event.to === 3,
  );

  expect(comparedIn(events).at(-1)).toMatchObject({ to: 3, different: 0 });
  expect(rig.held.messages).toEqual({ 1: 'post 1', 2: 'post 2' });
});

test('with isOnce, what was sent a minute ago is compared before the end, which counts what differs', async () => {
  await using rig = await startFollowRig();
  const clock = await begun(rig);
  const early = await rig.follow({ clock });
  clock.advance(60_000);
  rig.service.db.exec(tamper);

  const late = await rig.follow({ clock });

  expect([comparedIn(early.events), early.different]).toEqual([[], 0]);
  expect(late).toMatchObject({ reason: undefined, different: 1 });
});
