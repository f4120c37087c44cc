import type { Clock } from '@chatferry/client';
import { expect, test } from 'vitest';
import { EvenPace } from '../src/pacing/even-pace.ts';
import { Gate } from '../src/pacing/gate.ts';
import type { Rate, RunEvent } from '../src/index.ts';
import { ManualClock } from './support/manual-clock.ts';

const hour = 3_600_000;

/** Lanes that send whenever the gate lets them, each answer taking a while. @returns when each request left */
async function sendFor(
  ms: number,
  {
    rate,
    lanes,
    answerMs,
    clock = new ManualClock(0),
    gate = gateAt(clock, () => rate),
  }: {
    rate: Rate;
    lanes: number;
    answerMs: number;
    clock?: Clock;
    gate?: Gate;
  },
): Promise<number[]> {
  const sentAt: number[] = [];
  const pace = new EvenPace();
  const never = new AbortController().signal;
  const lane = async (): Promise<void> => {
    while (clock.now() < ms) {
      await gate.pass(pace, never);
      if (clock.now() < ms) sentAt.push(clock.now());
      await clock.sleep(answerMs);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return sentAt;
}

function gateAt(clock: Clock, rate: () => Rate, tell: (event: RunEvent) => void = () => {}): Gate {
  return new Gate({ clock, rate, control: () => ({ paused: false }), tell });
}

function mostInAMinute(times: readonly number[]): number {
  return Math.max(
    ...times.map((start) => times.filter((at) => at >= start && at < start + 60_000).length),
  );
}

test('an hour at 60 a minute with 300 ms answers uses at least 98 % of the quota, never above it', async () => {
  const sentAt = await sendFor(hour, { rate: 60, lanes: 4, answerMs: 300 });

  expect(sentAt.length).toBeGreaterThanOrEqual(0.98 * 3600);
  expect(mostInAMinute(sentAt)).toBeLessThanOrEqual(60);
});

test('answers slower than the pace overlap, so the quota is still used', async () => {
  const sentAt = await sendFor(hour / 4, { rate: 60, lanes: 8, answerMs: 4000 });

  expect(sentAt.length).toBeGreaterThanOrEqual(0.98 * 900);
});

test('requests are spread evenly, also after a slow stretch', async () => {
  const sentAt = await sendFor(hour / 6, { rate: 60, lanes: 1, answerMs: 300 });
  const gaps = sentAt.slice(1).map((at, index) => at - sentAt[index]!);

  expect(Math.min(...gaps)).toBeGreaterThan(900);
  expect(Math.max(...gaps)).toBeLessThan(1100);
});

test('nothing leaves while the service has asked for a rest, and no burst follows', async () => {
  const clock = new ManualClock(0);
  const events: RunEvent[] = [];
  const gate = gateAt(
    clock,
    () => 60,
    (event) => events.push(event),
  );
  gate.hold(30_000, 'rate-limited', 'Please try again after 30 seconds.');

  const sentAt = await sendFor(60_000, { rate: 60, lanes: 4, answerMs: 300, clock, gate });

  expect(sentAt[0]).toBe(30_000);
  expect(sentAt.length).toBeLessThanOrEqual(31);
  expect(events).toEqual([
    {
      type: 'waiting',
      why: 'rate-limited',
      until: 30_000,
      message: 'Please try again after 30 seconds.',
    },
    { type: 'going-on' },
  ]);
});

test('a rate that changes with the time of day is told and holds at once', async () => {
  const clock = new ManualClock(0);
  const events: RunEvent[] = [];
  const gate = gateAt(
    clock,
    () => (clock.now() < 60_000 ? 6 : 600),
    (event) => events.push(event),
  );

  const sentAt = await sendFor(120_000, { rate: 6, lanes: 4, answerMs: 300, clock, gate });

  expect(sentAt.filter((at) => at < 60_000)).toHaveLength(6);
  expect(sentAt.filter((at) => at >= 60_000).length).toBeGreaterThan(0.95 * 600);
  expect(events).toEqual([{ type: 'rate-changed', requestsPerMinute: 600 }]);
});

test('a request that an earlier run sent just before counts too', () => {
  const pace = new EvenPace(1000);

  expect(pace.waitMs(1000, 60)).toBeGreaterThan(1000);
});
