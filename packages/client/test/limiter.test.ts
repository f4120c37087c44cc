import { expect, test } from 'vitest';
import { createLimiter } from '../src/limiter.ts';
import { ManualClock } from './support/manual-clock.ts';

test('requests are spaced evenly, the first is sent immediately', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(60, clock);

  await limiter.take();
  await limiter.take();
  await limiter.take();

  expect(clock.sleeps).toEqual([1000, 1000]);
});

test('a pause in which nothing was asked for is not caught up on', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(60, clock);
  await limiter.take();
  await clock.sleep(60_000);

  await limiter.take();
  await limiter.take();

  expect(clock.sleeps).toEqual([60_000, 1000]);
});

test('a pause holds back those that come and those that wait', async () => {
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

test('of two pauses the longer one holds back what waits already', async () => {
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

test('of two pauses the longer one holds, whichever comes last', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter('unlimited', clock);
  await limiter.take();

  limiter.pause(58_000);
  limiter.pause(1000);
  const startedAt = clock.now();
  await limiter.take();

  expect(clock.now() - startedAt).toBe(58_000);
});

test('a wait can be broken off', async () => {
  const limiter = createLimiter(60, new ManualClock());
  await limiter.take();

  const wait = limiter.take(AbortSignal.abort(new Error('enough')));

  await expect(wait).rejects.toThrow('enough');
});
