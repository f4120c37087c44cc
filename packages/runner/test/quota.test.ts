import { expect, test } from 'vitest';
import { type FrontAnswer, startFront } from './support/front.ts';
import { ManualClock } from './support/manual-clock.ts';
import { startRig } from './support/rig.ts';
import { messages, users } from './support/rows.ts';

test.each(['retry-after', 'rate-headers', 'sentence'] as const)(
  'a 429 with the wait in %s holds the next request back that long',
  async (tells) => {
    const clock = new ManualClock();
    await using rig = await startRig(
      { users: users(3) },
      { clock, service: { now: () => clock.now() } },
    );
    rig.service.setFaults([{ fault: 'rate-limit', seconds: 40, tells, when: { nth: 1 } }]);

    const { result } = await rig.run();

    const [limited, next] = rig.sends();
    expect(next!.at - limited!.at).toBeGreaterThanOrEqual(39_000);
    expect(result?.counts.users.created).toBe(3);
  },
);

test('a 429 that names no wait makes the run wait, longer with each further one', async () => {
  const clock = new ManualClock();
  await using rig = await startRig(
    { users: users(3) },
    { clock, service: { now: () => clock.now() } },
  );
  rig.service.setFaults([
    { fault: 'rate-limit', tells: 'nothing', operation: 'users.list', when: { nth: 1 } },
    { fault: 'rate-limit', tells: 'nothing', when: { from: 1, to: 5 } },
  ]);
  const holds: number[] = [];

  const { result, events } = await rig.run({}, { hold: (forMs) => holds.push(forMs) });

  // The other processes of the app wait as long, also for what is only read.
  const emitted = events.flatMap((event) => (event.type === 'rate-limited' ? [event.waitMs] : []));
  expect(emitted).toHaveLength(5);
  expect(events).toContainEqual(expect.objectContaining({ type: 'rate-limited', isStated: false }));
  // Fewer requests at a time would not help.
  expect(events).not.toContainEqual(expect.objectContaining({ type: 'concurrency-changed' }));
  expect(holds).toEqual([750, ...emitted]);

  const times = rig.sends().map(({ at }) => at);
  const waits = times.slice(1).map((at, index) => at - times[index]!);
  expect(waits).toHaveLength(5);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(500);
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  expect(waits.at(-1)).toBeGreaterThan(4 * waits.at(0)!);
  expect(result?.counts.users.created).toBe(3);
});

test('of two 429 the longer wait holds, whichever comes last', async () => {
  const clock = new ManualClock();
  const startedAt = clock.now();
  await using rig = await startRig({ users: users(20) }, { recordsPerRequest: 1, lanes: 2, clock });
  const bothThere = Promise.withResolvers<void>();
  const firstAnswered = Promise.withResolvers<void>();
  const arrivedAt: number[] = [];
  await using front = await startFront(rig.service, async ({ number }): Promise<FrontAnswer> => {
    arrivedAt.push(clock.now());
    if (number > 2) return 'pass';
    if (number === 2) {
      bothThere.resolve();
      await firstAnswered.promise;
    }
    await bothThere.promise;
    return tooMany(number === 1 ? 600 : 5);
  });

  const { result } = await rig.run(
    { concurrency: 2, giveUpAfterMs: 3_600_000 },
    {
      baseUrl: front.baseUrl,
      onEvent: ({ type }) => type === 'rate-limited' && firstAnswered.resolve(),
    },
  );

  expect(arrivedAt[2]! - startedAt).toBeGreaterThanOrEqual(600_000);
  expect(result?.counts.users.created).toBe(20);
});

test('trouble with a stated wait holds the next request back that long, and a later run begins with short pauses', async () => {
  const clock = new ManualClock();
  await using rig = await startRig({ users: users(3) }, { clock });
  let left = Infinity;
  const arrivedAt: number[] = [];
  await using front = await startFront(rig.service, ({ number }): FrontAnswer => {
    arrivedAt.push(clock.now());
    const headers: Record<string, string> = number === 1 ? { 'retry-after': '40' } : {};
    return left-- > 0 ? { status: 503, headers, body: {} } : 'pass';
  });
  const more = { baseUrl: front.baseUrl };

  await rig.run({ giveUpAfterMs: 60_000 }, more);
  left = 1;
  const { events, result } = await rig.run({}, more);

  expect(arrivedAt[1]! - arrivedAt[0]!).toBeGreaterThanOrEqual(40_000);
  expect(events).toContainEqual(expect.objectContaining({ type: 'concurrency-changed' }));
  const pauses = events.flatMap((event) => (event.type === 'retrying' ? [event.afterMs] : []));
  expect(pauses[0]).toBe(750);
  expect(result?.counts.users.created).toBe(3);
});

function tooMany(seconds: number): FrontAnswer {
  const error = { code: 'ERR_TOO_MANY_REQUESTS', message: 'Too many requests.' };
  return { status: 429, headers: { 'retry-after': String(seconds) }, body: { error } };
}

test('what the run before sent within the last minute counts against the quota', async () => {
  const clock = new ManualClock();
  await using rig = await startRig(
    { users: users(20) },
    { recordsPerRequest: 1, lanes: 1, clock, service: { now: () => clock.now() } },
  );
  const atSix = { requestsPerMinute: 6 };

  await rig.run(atSix, {
    onEvent: ({ type }) => (type === 'batch-settled' ? 'enough' : undefined),
  });
  const before = rig.sends().at(-1)!.at;
  const count = rig.sends().length;
  clock.advance(50_000);
  await rig.run(atSix, {
    onEvent: ({ type }) => (type === 'batch-settled' ? 'enough' : undefined),
  });

  // It may have sent until just now.
  expect(rig.sends()[count]!.at - before).toBeGreaterThanOrEqual(60_000);
});

test('what any lane has sent within the last minute counts, however long ago the others sent', async () => {
  const clock = new ManualClock();
  await using rig = await startRig(
    { users: users(2), messages: messages(20, 2) },
    { recordsPerRequest: 1, lanes: 1, clock, service: { now: () => clock.now() } },
  );
  const atSix = { requestsPerMinute: 6 };
  await rig.run(atSix, {
    onEvent: (event) => (event.type === 'kind-finished' ? 'enough' : undefined),
  });
  clock.advance(3_600_000);
  const stopAfterOne = {
    onEvent: ({ type }: { type: string }) => (type === 'batch-settled' ? 'enough' : undefined),
  };

  await rig.run(atSix, stopAfterOne);
  const before = rig.sends().at(-1)!.at;
  const count = rig.sends().length;
  await rig.run(atSix, stopAfterOne);

  expect(rig.sends()[count]!.at - before).toBeGreaterThanOrEqual(10_000);
});

test('what the run before sent live within the last minute counts against the quota too', async () => {
  const clock = new ManualClock();
  await using rig = await startRig(
    { users: users(4), messages: messages(20, 4) },
    { lanes: 1, clock, service: { now: () => clock.now(), sendsPerMinute: 'unlimited' } },
  );
  const live = { routes: { messages: 'chat' }, chatRequestsPerMinute: 6 } as const;
  const sent = (): number[] =>
    rig.service.requests.filter((one) => one.operation === 'messages.send').map(({ at }) => at);
  const now = new AbortController();
  const stopAfterTwo = setInterval(() => sent().length === 2 && now.abort(), 1);
  await rig.run(live, { stop: { finish: now.signal } });
  clearInterval(stopAfterTwo);
  const before = sent();

  const next = new AbortController();
  const stopAfterOne = setInterval(() => sent().length > before.length && next.abort(), 1);
  await rig.run(live, { stop: { finish: next.signal } });
  clearInterval(stopAfterOne);

  expect(before.length).toBeLessThan(20);
  expect(sent()[before.length]! - before.at(-1)!).toBeGreaterThanOrEqual(10_000);
});
