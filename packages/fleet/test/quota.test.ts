import { keepsPaceContract } from '../../runner/test/support/pace-contract.ts';
import { ManualClock } from '../../runner/test/support/manual-clock.ts';
import { quotaGapMs, type Pace, type Rate } from '@chatferry/runner';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HOLD } from '../src/quota/reserve-statement.ts';
import { SharedPace } from '../src/quota/shared-pace.ts';
import { SharedQuotas } from '../src/quota/shared-quotas.ts';
import { Store } from '../src/index.ts';
import { sharedStore } from './support/test-stores.ts';
import { wireTo } from './support/wire.ts';

const shared = sharedStore();

/** A running job with one lane that is held, and paces of its quota. */
async function heldJob() {
  const app = randomUUID();
  const token = randomUUID();
  const [job] = await shared.rows(
    `INSERT INTO chatferry.job (name, plan, place, inputs, target, options, state)
     VALUES ('${app}', '', '${app}', '[]', '{}', '{}', 'running') RETURNING id`,
  );
  const id = job!['id'] as number;
  await shared.rows(
    `INSERT INTO chatferry.lane (job, kind, lane, token) VALUES (${id}, 'users', 0, '${token}')`,
  );
  let lost = 0;
  return {
    id,
    app,
    change: (what: string) => shared.rows(`UPDATE chatferry.job SET ${what} WHERE id = ${id}`),
    quota: (what: string) => shared.rows(`UPDATE chatferry.quota SET ${what} WHERE app = '${app}'`),
    get lost() {
      return lost;
    },
    pace: (
      rate: Rate,
      {
        clock = new ManualClock(),
        store = shared.store,
        quotas = new SharedQuotas(store, clock),
      } = {},
    ): Pace =>
      new SharedPace(
        quotas,
        { job: id, app, kind: 'users', lane: 0, token, onLost: () => lost++ },
        'import',
        () => rate,
      ),
  };
}

/** The first slot that is granted; the row of a quota is made by the first question. */
async function granted(pace: Pace) {
  for (;;) {
    const slot = await pace.reserve();
    if (!('why' in slot && slot.why === 'full' && slot.askAgainInMs === 10)) return slot;
  }
}

describe('a pace in the store', () => {
  keepsPaceContract(async (rate) => {
    const pace = (await heldJob()).pace(rate);
    return { rate: pace.rate, reserve: () => granted(pace) };
  });
});

test('all workers together get no more slots than the quota has', async () => {
  const job = await heldJob();
  const paces = [job.pace(600), job.pace(600), job.pace(600)];
  await granted(paces[0]!);
  await job.quota('next_at = clock_timestamp()');
  const [before] = await shared.rows(
    `SELECT next_at FROM chatferry.quota WHERE app = '${job.app}'`,
  );

  const slots = await Promise.all(
    paces.map(async (pace) => {
      let count = 0;
      for (; !('why' in (await pace.reserve())); count++);
      return count;
    }),
  );

  const total = slots.reduce((sum, count) => sum + count, 0);
  const [after] = await shared.rows(`SELECT next_at FROM chatferry.quota WHERE app = '${job.app}'`);
  const spentMs = Number(after!['next_at']) - Number(before!['next_at']);
  expect(total).toBeGreaterThan(5);
  // A slot that was late by up to 100 ms does not move those after it.
  expect(spentMs).toBeGreaterThanOrEqual(total * quotaGapMs(600) - 100 - 1);
});

test('a statement takes as many slots as requests wait for, and all of them are used', async () => {
  const job = await heldJob();
  const pace = job.pace(6000);
  await granted(pace);
  await job.quota("next_at = clock_timestamp() + interval '500 ms'");
  const nextAt = async (): Promise<number> => {
    const [row] = await shared.rows(
      `SELECT extract(epoch FROM next_at)::float8 * 1000 AS at FROM chatferry.quota WHERE app = '${job.app}'`,
    );
    return row!['at'] as number;
  };
  const before = await nextAt();

  const waits: number[] = [];
  for (const waiting of [3, 2, 1]) {
    const slot = await pace.reserve(waiting);
    waits.push('leaveInMs' in slot ? slot.leaveInMs : Number.NaN);
  }

  expect(await nextAt()).toBeCloseTo(before + 3 * quotaGapMs(6000), 1);
  expect(waits[2]! - waits[0]!).toBeCloseTo(2 * quotaGapMs(6000), 1);
  // Slots of one statement lie within 200 ms, however many requests wait.
  await pace.reserve(1000);
  expect((await nextAt()) - before).toBeLessThanOrEqual(3 * quotaGapMs(6000) + 200);
});

test('what the shifts of a worker ask at the same time is one statement', async () => {
  const jobs = await Promise.all(Array.from({ length: 5 }, () => heldJob()));
  const quotas = new SharedQuotas(shared.store, new ManualClock());
  for (const job of jobs) {
    await granted(job.pace(60, { quotas }));
    await job.quota("next_at = clock_timestamp() + interval '500 ms'");
  }
  await jobs[1]!.change('paused = true');
  await shared.store.query({ text: HOLD, values: [jobs[2]!.app, 30_000] });
  await jobs[3]!.change('per_minute = 6000');

  const writers = async (): Promise<number> => {
    const apps = [0, 3, 4].map((index) => `'${jobs[index]!.app}'`);
    const rows = await shared.rows(
      `SELECT DISTINCT xmin::text FROM chatferry.quota WHERE app IN (${apps.join()})`,
    );
    return rows.length;
  };
  expect(await writers()).toBe(3);

  // Two shifts of the last job ask for the same quota.
  const paces = [...jobs, jobs[4]!].map((job) => job.pace(60, { quotas }));
  const slots = await Promise.all(paces.map((pace) => pace.reserve()));

  const slot = { leaveInMs: expect.any(Number) };
  const none = ['paused', 'held', 'full'].map((why) => ({ why }));
  expect(slots).toMatchObject([slot, none[0], none[1], slot, slot, none[2]]);
  expect(await writers()).toBe(1);
});

test('a slot that is not used within 400 ms is lost', async () => {
  const job = await heldJob();
  const clock = new ManualClock();
  const pace = job.pace(60_000, { clock });
  await granted(pace);

  const early = await pace.reserve(4);
  await job.change('paused = true');
  const ofBlock = await pace.reserve(3);
  clock.advance(5000);
  const late = await pace.reserve(2);

  for (const slot of [early, ofBlock]) {
    expect(slot).toEqual({ leaveInMs: expect.any(Number), validMs: expect.any(Number) });
    expect('validMs' in slot && slot.validMs).toBeLessThanOrEqual(400);
  }
  // What was left of the block is not used any more; the store is asked again.
  expect(late).toMatchObject({ why: 'paused' });
});

test('a slot leaves no earlier because the answer took long, and no later than 400 ms after its time', async () => {
  const job = await heldJob();
  const clock = new ManualClock();
  const pace = job.pace(6000, { clock });
  await granted(pace);
  await job.quota("next_at = clock_timestamp() + interval '900 ms'");

  const asking = pace.reserve(2);
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(300);
  const first = await asking;
  const second = await pace.reserve();

  // Of the 400 ms, the answer has taken 300: the store may have counted from any moment of them.
  expect(first).toMatchObject({ validMs: expect.closeTo(100, 3) });
  expect(second).toMatchObject({ validMs: expect.closeTo(100, 3) });
  const [one, other] = [first, second].map((slot) => 'leaveInMs' in slot && slot.leaveInMs);
  expect(Number(other) - Number(one)).toBeCloseTo(quotaGapMs(6000), 3);
});

test('a wait that the service asks for holds every quota of the app', async () => {
  const job = await heldJob();
  const [one, other] = [job.pace('unlimited'), job.pace('unlimited')];
  await granted(one);

  await shared.store.query({ text: HOLD, values: [job.app, 30_000] });
  const held = await other.reserve();

  expect(held).toMatchObject({ why: 'held' });
  expect('askAgainInMs' in held && held.askAgainInMs).toBeGreaterThan(20_000);

  await shared.store.query({ text: HOLD, values: [job.app, 1000] });
  const stillHeld = await other.reserve();

  expect('askAgainInMs' in stillHeld && stillHeld.askAgainInMs).toBeGreaterThan(20_000);
});

test('after a restart of the server a minute passes before the next slot', async () => {
  const job = await heldJob();
  await granted(job.pace(600));
  await job.quota(
    "server_started = server_started - interval '1 s', next_at = clock_timestamp() - interval '1 h'",
  );

  const held = await granted(job.pace(600));

  expect(held).toMatchObject({ why: 'held' });
  expect('askAgainInMs' in held && held.askAgainInMs).toBeGreaterThan(50_000);
});

test('the operator pauses and changes the rate for all, and nothing leaves of a job that has ended', async () => {
  const job = await heldJob();
  const pace = job.pace(600);
  await granted(pace);

  await job.change('paused = true');
  expect(await job.pace(600).reserve()).toMatchObject({ why: 'paused' });
  await job.change('per_minute = 0');
  expect(await job.pace(600).reserve()).toMatchObject({ why: 'paused' });
  await job.change('paused = false');
  const slowed = job.pace(600);
  expect(await slowed.reserve()).toMatchObject({ why: 'no-rate' });
  expect(slowed.rate).toBe(0);
  expect(job.lost).toBe(0);
  await job.change("state = 'cancelled', per_minute = NULL");
  expect(await job.pace(600).reserve()).toMatchObject({ why: 'store' });
  expect(job.lost).toBe(1);
});

test('who has lost the lanes gets no slot', async () => {
  const job = await heldJob();
  await granted(job.pace(600));
  await shared.rows(`UPDATE chatferry.lane SET token = gen_random_uuid() WHERE job = ${job.id}`);

  expect(await job.pace(600).reserve()).toMatchObject({ why: 'store' });
  expect(job.lost).toBe(1);
});

test('without a limit the lanes are confirmed again before the last confirmation is over', async () => {
  const job = await heldJob();
  const clock = new ManualClock();
  const pace = job.pace('unlimited', { clock });
  await granted(pace);
  await shared.rows(`UPDATE chatferry.lane SET token = gen_random_uuid() WHERE job = ${job.id}`);

  clock.advance(120);
  expect(await pace.reserve()).toEqual({ leaveInMs: 0, validMs: expect.closeTo(280, 3) });

  await expect.poll(() => job.lost).toBe(1);
  expect(await pace.reserve()).toMatchObject({ why: 'store' });
});

test('without an answer of the store there is no slot', async () => {
  await using wire = await wireTo(shared.address);
  await using store = new Store(wire.address, { giveUpAfterMs: 1000 });
  const job = await heldJob();
  const pace = job.pace(600, { store });
  await granted(pace);

  wire.cut();
  expect(await job.pace(600, { store }).reserve()).toMatchObject({ why: 'store' });
  wire.join();
  await expect
    .poll(() => job.pace(600, { store }).reserve())
    .toMatchObject({ leaveInMs: expect.any(Number) });
});
