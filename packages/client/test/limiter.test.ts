import { expect, test } from 'vitest';
import { createLimiter } from '../src/pacing/limiter.ts';
import { ManualClock } from './support/manual-clock.ts';

test('requests are spaced evenly, the first is sent immediately', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(60, clock);

  await limiter.take();
  await limiter.take();
  await limiter.take();

  expect(clock.sleeps).toEqual([1000, 1000]);
});

test('idle time does not allow a burst', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(60, clock);
  await limiter.take();
  await clock.sleep(60_000);

  await limiter.take();
  await limiter.take();

  expect(clock.sleeps).toEqual([60_000, 1000]);
});

test('a pause delays new and waiting requests', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter('unlimited', clock);
  await limiter.take();

  limiter.pause(58_000);
  await limiter.take();
  await limiter.take();

  expect(clock.sleeps).toEqual([58_000]);
});

test.each([-7_200_000, 7_200_000])('a clock set by %d ms changes no wait', async (ms) => {
  const clock = new ManualClock();
  const limiter = createLimiter(60, clock);
  await limiter.take();

  clock.setBy(ms);
  await limiter.take();
  limiter.pause(58_000);
  clock.setBy(-ms);
  await limiter.take();

  expect(clock.sleeps).toEqual([1000, 58_000]);
});

test('of two pauses the longer one delays waiting requests', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(60, clock);
  await limiter.take();
  const startedAt = clock.monotonicMs();
  const waiting = limiter.take();

  limiter.pause(58_000);
  limiter.pause(0);
  await waiting;

  expect(clock.monotonicMs() - startedAt).toBeGreaterThanOrEqual(58_000);
});

test('of two pauses the longer one counts, in either order', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter('unlimited', clock);
  await limiter.take();

  limiter.pause(58_000);
  limiter.pause(1000);
  const startedAt = clock.now();
  await limiter.take();

  expect(clock.now() - startedAt).toBe(58_000);
});

test('a wait can be aborted', async () => {
  const limiter = createLimiter(60, new ManualClock());
  await limiter.take();

  const wait = limiter.take(AbortSignal.abort(new Error('enough')));

  await expect(wait).rejects.toThrow('enough');
});

test('a gap that is no whole number of milliseconds is not shortened', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(7, clock);
  const startedAt = clock.monotonicMs();

  for (let request = 0; request <= 70; request++) await limiter.take();

  expect(clock.monotonicMs() - startedAt).toBeCloseTo(600_000, 0);
});
