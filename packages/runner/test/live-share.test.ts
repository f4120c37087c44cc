import { Spacing } from '@chatferry/client';
import { expect, test } from 'vitest';
import { ChatQuota } from '../src/pacing/chat-quota.ts';
import { EvenPace } from '../src/pacing/even-pace.ts';
import { LATE_MS } from '../src/pacing/quota-gap.ts';
import { ManualClock } from './support/manual-clock.ts';

const MINUTE = 60_000;

interface Budget {
  readonly limit: number;
  /** Requests a minute of the people who use the app. */
  readonly live: number;
  /** When in a window they send them: `even`, or all at its `start`. */
  readonly at?: 'even' | 'start';
}

interface Window {
  readonly startedAt: number;
  ours: number;
  /** What the people could not send. */
  starved: number;
}

/** A counter of the service: windows of 60 s, each begun by its first request. */
class Counter {
  readonly windows: Window[] = [];
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Counts a request of the run. @returns what remains after it */
  take(now: number): number {
    const { limit, live, at = 'even' } = this.#budget;
    let window = this.windows.at(-1);
    if (window === undefined || now - window.startedAt >= MINUTE) {
      window = { startedAt: now, ours: 0, starved: 0 };
      this.windows.push(window);
    }
    window.ours += 1;
    const share = at === 'start' ? 1 : (now - window.startedAt) / MINUTE;
    const remaining = limit - window.ours - Math.floor(live * share);
    window.starved = Math.max(window.starved, -remaining);
    return Math.max(remaining, 0);
  }
}

/** What a run sends in some minutes at the quota that the answers report, in windows that are over. */
async function sendFor(minutes: number, budgets: Partial<Record<'operation' | 'app', Budget>>) {
  const clock = new ManualClock(0);
  const spacing = new Spacing(LATE_MS);
  const quota = new ChatQuota(
    undefined,
    () => undefined,
    (rate) => new EvenPace(clock, rate, spacing),
    clock,
  );
  const counters = Object.entries(budgets).map(([of, budget]) => ({
    suffix: of === 'app' ? '-for-app' : '',
    budget,
    counter: new Counter(budget),
  }));
  while (clock.monotonicMs() < minutes * MINUTE) {
    const slot = await quota.sending.reserve();
    if ('askAgainInMs' in slot) {
      // As the gate does, which asks again after a second.
      clock.advance(Math.min(Math.ceil(slot.askAgainInMs), 1000));
      continue;
    }
    const headers = counters.flatMap(({ suffix, budget, counter }) => [
      [`x-ratelimit-limit${suffix}`, String(budget.limit)],
      [`x-ratelimit-remaining${suffix}`, String(counter.take(clock.monotonicMs()))],
    ]);
    quota.learn('messages.send', Object.fromEntries(headers) as Record<string, string>);
  }
  return Object.fromEntries(
    Object.entries(budgets).map(([of], index) => [
      of,
      counters[index]!.counter.windows.slice(0, -1),
    ]),
  ) as Record<'operation' | 'app', Window[]>;
}

test.each<{ why: string; budget: Budget; atLeast: number }>([
  { why: 'nobody uses the app', budget: { limit: 1000, live: 0 }, atLeast: 450 },
  { why: 'people use a third of it', budget: { limit: 900, live: 300 }, atLeast: 200 },
  { why: 'people use most of it', budget: { limit: 1000, live: 650 }, atLeast: 200 },
  {
    why: 'a burst begins each window',
    budget: { limit: 600, live: 400, at: 'start' },
    atLeast: 60,
  },
  { why: 'the quota is small', budget: { limit: 30, live: 10 }, atLeast: 6 },
])('when $why, a run takes at most half of what is left', async ({ budget, atLeast }) => {
  for (const name of ['operation', 'app'] as const) {
    const windows = (await sendFor(10, { [name]: budget }))[name];

    expect(windows.length).toBeGreaterThan(7);
    // The first window begins before the first answer.
    for (const { ours, starved } of windows.slice(1)) {
      expect(starved).toBe(0);
      expect(ours).toBeLessThanOrEqual((budget.limit - budget.live) / 2 + budget.live / 4 + 1);
      expect(ours).toBeGreaterThanOrEqual(atLeast);
    }
  }
});

test('the smaller of two remainders decides', async () => {
  const { app } = await sendFor(5, {
    operation: { limit: 10_000, live: 0 },
    app: { limit: 200, live: 100 },
  });

  for (const { ours, starved } of app.slice(1)) {
    expect(starved).toBe(0);
    expect(ours).toBeLessThanOrEqual(80);
  }
});

test('the share does not change the rate that is shown, and holds for no longer than a window', async () => {
  const clock = new ManualClock(0);
  const quota = new ChatQuota(
    undefined,
    () => 300,
    (rate) => new EvenPace(clock, rate),
    clock,
  );
  const headers = { 'x-ratelimit-limit': '20000', 'x-ratelimit-remaining': '60' };

  quota.learn('messages.send', headers);
  await quota.sending.reserve();
  const slow = await quota.sending.reserve();
  clock.advance(MINUTE);
  await quota.sending.reserve();
  const fast = await quota.sending.reserve();

  expect(quota.sending.rate).toBe(300);
  expect(slow).toMatchObject({ askAgainInMs: expect.closeTo(1890, -2) });
  expect(fast).toMatchObject({ askAgainInMs: expect.closeTo(102, -2) });
});

test('a caller that knows of no limit is not slowed down', async () => {
  const clock = new ManualClock(0);
  const quota = new ChatQuota(
    'unlimited',
    () => undefined,
    (rate) => new EvenPace(clock, rate),
    clock,
  );

  quota.learn('messages.send', { 'x-ratelimit-limit': '20000', 'x-ratelimit-remaining': '0' });

  expect([await quota.sending.reserve(), await quota.sending.reserve()]).toEqual(
    [1, 2].map(() => ({ leaveInMs: 0, validMs: Number.POSITIVE_INFINITY })),
  );
});
