import { mkdtempSync, rmSync } from 'node:fs';
import { systemClock } from '@chatferry/client';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JobError } from '@chatferry/job/planned';
import { openPlan, type Plan } from '@chatferry/planner';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePlan } from '../../runner/test/support/make-plan.ts';
import { somewhere } from '../../runner/test/support/rig.ts';
import { messages, users } from '../../runner/test/support/rows.ts';
import { BossQueue, fleetState, submit, type TakenShift } from '../src/index.ts';
import { GroupCommit } from '../src/ledger/group-commit.ts';
import { SharedQuotas } from '../src/quota/shared-quotas.ts';
import { endShift, type ShiftEnd } from '../src/jobs/end-shift.ts';
import { startPresence } from '../src/shifts/presence.ts';
import { ShiftLease } from '../src/shifts/shift-lease.ts';
import { takeShift } from '../src/shifts/take-shift.ts';
import { walkShift } from '../src/shifts/walk-shift.ts';
import { workShift } from '../src/shifts/work-shift.ts';
import { submissionOf } from './support/fleet-rig.ts';
import { drained, emptied, type TestStore, testStore } from './support/test-stores.ts';

let shared: TestStore;
let queue: BossQueue;
let folder: string;
let plan: Plan;
beforeAll(async () => {
  shared = await testStore();
  queue = await BossQueue.open(shared.store, 'pool', false);
  folder = mkdtempSync(join(tmpdir(), 'chatferry-late-'));
  await makePlan(join(folder, 'plan.sqlite'), { users: users(2), messages: messages(4, 2) });
  plan = openPlan(join(folder, 'plan.sqlite'));
});
afterAll(async () => {
  plan[Symbol.dispose]();
  rmSync(folder, { recursive: true });
  await queue[Symbol.asyncDispose]();
  await shared[Symbol.asyncDispose]();
});

const ofUsers = { step: 'send', kind: 'users', part: 0 } as const;

/** A job whose workers send the users, in two parts. @param change of the row of the job */
async function sendingUsers(change: string, done = false): Promise<TakenShift> {
  await emptied(shared);
  await submit(shared.store, queue, submissionOf(plan, somewhere.target));
  const [row] = await shared.rows(
    "UPDATE chatferry.job SET step = 'send', kind = 'users' RETURNING id::int",
  );
  await waiting();
  const shift = { ...ofUsers, job: row!['id'] as number };
  await shared.store.transaction((query) => queue.offer([shift], query));
  const [taken] = await queue.fetch(1);
  await takeShift(shared.store, shift, 'w1');
  await shared.rows(`UPDATE chatferry.shift SET done = ${done}, note = 'before'`);
  await shared.rows(`UPDATE chatferry.job SET ${change}`);
  return taken!;
}

/** The shifts that wait, which are ended. */
async function waiting(): Promise<string[]> {
  const taken = await drained(shared, queue);
  return taken.map(({ shift: { step, kind, part } }) => `${step} ${kind} ${part}`).toSorted();
}

test.each([
  ['its job is running', 'live = false', false, 'taken'],
  ['it is done', 'live = false', true, 'over'],
  ['its job was cancelled', "state = 'cancelled'", false, 'over'],
  ['its job was stopped', "state = 'stopped'", false, 'over'],
  ['its job is finished', "state = 'finished'", false, 'over'],
  ['its job is at the comparison', "step = 'compare'", false, 'over'],
  ['its job is at another kind', "kind = 'messages'", false, 'over'],
])('a shift is taken only while there is work: %s', async (_, change, done, expected) => {
  const { shift } = await sendingUsers(change, done);
  const tokens = (): Promise<unknown> =>
    shared.rows('SELECT kind, lane, token FROM chatferry.lane ORDER BY kind, lane');
  const before = await tokens();

  const taken = await takeShift(shared.store, shift, 'w2');

  expect(taken === 'over' ? taken : 'taken').toBe(expected);
  const isUnchanged = JSON.stringify(await tokens()) === JSON.stringify(before);
  expect(isUnchanged).toBe(expected === 'over');
  await waiting();
});

const done: ShiftEnd = { how: 'done' };
const back: ShiftEnd = { how: 'given-back', afterSeconds: 0, note: 'gave-up' };
const stopped: ShiftEnd = {
  how: 'stopped',
  reason: { code: 'key-refused', message: 'No.', fix: 'Yes.' },
};
const bothDone =
  "live = false; INSERT INTO chatferry.shift (job, step, kind, part, worker, taken_at, done) SELECT id, 'send', 'users', 1, 'w2', now(), true FROM chatferry.job";
const allLanded = `${bothDone}; UPDATE chatferry.lane SET created = 2 WHERE kind = 'users' AND lane = 0`;
const running = 'running send users';

test.each<[string, ShiftEnd, string, string, string, string[]]>([
  ['done, and the other part is not', done, 'live = false', running, 'done null', []],
  [
    'done as the last one',
    done,
    allLanded,
    'running send messages',
    'done null',
    ['send messages 0', 'send messages 1'],
  ],
  [
    'done as the last one, with records that were there before',
    done,
    `${allLanded}; UPDATE chatferry.lane SET created = 1, present = 1 WHERE kind = 'users' AND lane = 0`,
    'running compare users',
    'done null',
    ['compare users 0'],
  ],
  [
    'done as the last one, with a record in no lane',
    done,
    allLanded.replace('created = 2', 'created = 1'),
    'stopped send users',
    'done null',
    [],
  ],
  ['given back', back, 'live = false', running, 'open gave-up', ['send users 0']],
  ['stopped', stopped, 'live = false', 'stopped send users', 'open null', []],
  ['lost', { how: 'lost' }, allLanded, running, 'open before', []],
  [
    'done too late: cancelled',
    done,
    `state = 'cancelled', ${allLanded}`,
    'cancelled send users',
    'open before',
    [],
  ],
  [
    'stopped too late: cancelled',
    stopped,
    "state = 'cancelled'",
    'cancelled send users',
    'open before',
    [],
  ],
  [
    'given back too late: cancelled',
    back,
    "state = 'cancelled'",
    'cancelled send users',
    'open before',
    [],
  ],
  [
    'done too late: compared',
    done,
    `step = 'compare', ${allLanded}`,
    'running compare users',
    'open before',
    [],
  ],
  [
    'stopped too late: another kind',
    stopped,
    "kind = 'messages'",
    'running send messages',
    'open before',
    [],
  ],
])('what follows from the end of a shift: %s', async (_, end, change, job, shift, offered) => {
  const taken = await sendingUsers(change);

  await endShift(shared.store, queue, taken, end);

  const [row] = await shared.rows(
    `SELECT concat_ws(' ', j.state, j.step, j.kind) AS job,
            concat_ws(' ', CASE WHEN s.done THEN 'done' ELSE 'open' END, coalesce(s.note, 'null')) AS shift
     FROM chatferry.job j JOIN chatferry.shift s ON s.job = j.id AND s.part = 0 AND s.step = 'send' AND s.kind = 'users'`,
  );
  expect({ ...row, offered: await waiting() }).toEqual({ job, shift, offered });
});

/** What a worker needs to walk shifts. */
const ports = () => ({
  store: shared.store,
  group: new GroupCommit(shared.store),
  quotas: new SharedQuotas(shared.store, systemClock),
  lease: new ShiftLease('store'),
  apiKey: 'key',
  openPlan: async () => plan,
  onEvent: () => {},
});

test('a shift that is over does not stay with the worker that took it', async () => {
  const taken = await sendingUsers("state = 'cancelled'");
  const { lease, ...shares } = ports();
  const worker = { pool: 'pool', worker: 'w2', shifts: 1, keyOf: () => 'key' };
  const stops = { stop: AbortSignal.abort(), now: AbortSignal.abort() };

  await workShift({ taken, lease }, { ...shares, ...worker, ...stops, queue });
  await shared.store.transaction((query) => queue.offer([taken.shift], query));

  expect(await waiting()).toEqual(['send users 0']);
});

test('the requests of a worker are waited for unless it has given its shift back', async () => {
  const taken = await sendingUsers('live = false');
  const takenBy = (worker: string): Promise<unknown> =>
    takeShift(shared.store, taken.shift, worker);

  expect(await takenBy('w2')).toMatchObject({ tookOver: true });
  await endShift(shared.store, queue, taken, back);
  expect(await takenBy('w3')).toMatchObject({ tookOver: false });
  expect(await takenBy('w4')).toMatchObject({ tookOver: true });
  await waiting();
});

test('an operator sees who is there, what each worker has, and what was taken over from whom', async () => {
  const before = Date.now();
  const taken = await sendingUsers('live = false');
  const about = { step: 'send', kind: 'users', part: 0 };
  const defects: unknown[] = [];
  const of = (worker: string) =>
    startPresence({ store: shared.store, worker, pool: 'pool' }, (error) => defects.push(error));
  const first = of('w1');
  await using stack = new AsyncDisposableStack();
  stack.use(of('w2'));
  await expect
    .poll(async () => (await fleetState(shared.store)).workers.map(({ name }) => name))
    .toEqual(['w1', 'w2']);

  await shared.rows(
    "UPDATE chatferry.worker SET seen_at = seen_at - interval '1 min' WHERE name = 'w1'",
  );
  const lost = await fleetState(shared.store);
  await takeShift(shared.store, taken.shift, 'w2');
  await first[Symbol.asyncDispose]();
  const after = await fleetState(shared.store);

  const job = String((await shared.rows('SELECT name FROM chatferry.job'))[0]!['name']);
  expect(lost).toMatchObject({
    workers: [
      { name: 'w1', pool: 'pool', isAlive: false, shifts: [{ ...about, job }] },
      { name: 'w2', pool: 'pool', isAlive: true, shifts: [] },
    ],
    takeOvers: [],
  });
  expect(after).toMatchObject({
    workers: [{ name: 'w2', isAlive: true, shifts: [{ ...about, job }] }],
    takeOvers: [{ ...about, job, lost: 'w1', worker: 'w2' }],
  });
  // The clocks of the database and of this process are those of one machine.
  for (const at of [after.takeOvers[0]!.at, after.workers[0]!.shifts[0]!.takenAt])
    expect(at).toBeGreaterThanOrEqual(before - 1000);
  expect(await fleetState(shared.store, 'another')).toMatchObject({
    workers: [{ shifts: [] }],
    takeOvers: [],
  });
  expect(defects).toEqual([]);
  await waiting();
});

test.each([
  ['that ends', AbortSignal.abort(), 0],
  ['that goes on', new AbortController().signal, 60],
])('a worker %s gives back what it cannot walk', async (_, finish, afterSeconds) => {
  const taken = await sendingUsers('live = false');
  const held = await takeShift(shared.store, taken.shift, 'w2');
  if (held === 'over') throw new Error('nothing is left to be done');

  const end = await walkShift(held, {
    ...ports(),
    openPlan: () => Promise.reject(new JobError('plan-unreachable', 'No plan.', 'Wait.')),
    stop: { finish },
  });

  expect(end).toEqual({ how: 'given-back', afterSeconds, note: 'plan-unreachable' });
  await waiting();
});

test('a worker that ends while it waits for requests in flight leaves the waiting to the next one', async () => {
  const byChat = `'{"routes":{"users":"chat"}}'`;
  const taken = await sendingUsers(`settings = (settings::jsonb || ${byChat})::text`);
  const held = await takeShift(shared.store, taken.shift, 'w2');
  if (held === 'over') throw new Error('nothing is left to be done');

  const end = await walkShift(held, { ...ports(), stop: { finish: AbortSignal.abort() } });
  await endShift(shared.store, queue, taken, end);

  expect(end).toMatchObject({ how: 'given-back', afterSeconds: 0 });
  expect(await takeShift(shared.store, taken.shift, 'w3')).toMatchObject({ tookOver: true });
  await waiting();
});
