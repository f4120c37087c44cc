import { type Clock, Spacing } from '@chatferry/client';
import { describe, expect, test } from 'vitest';
import { EvenPace } from '../src/pacing/even-pace.ts';
import { Gate } from '../src/pacing/gate.ts';
import type { Pace, Rate, RunEvent } from '../src/index.ts';
import { noControl } from '../src/job/control.ts';
import { ManualClock } from './support/manual-clock.ts';
import { keepsPaceContract } from './support/pace-contract.ts';

const hour = 3_600_000;

describe('the pace of one process', () => {
  keepsPaceContract(async (rate) => new EvenPace(new ManualClock(), () => rate));
});

interface Sending {
  readonly rate: (nowMs: number) => Rate;
  readonly lanes: number;
  readonly answerMs: number;
  readonly clock?: Clock;
  readonly gate?: Gate;
}

/** Lanes that send whenever the gate lets them, each answer taking a while. @returns when each request left */
async function sendFor(ms: number, sending: Sending): Promise<number[]> {
  const { rate, lanes, answerMs, clock = new ManualClock(0), gate = gateAt(clock) } = sending;
  const sentAt: number[] = [];
  const pace = new EvenPace(clock, () => rate(clock.now()));
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

function gateAt(clock: Clock, emit: (event: RunEvent) => void = () => {}): Gate {
  return new Gate({ clock, control: noControl, emit });
}

function afterAMinute(first: Rate, then: Rate): (nowMs: number) => Rate {
  return (nowMs) => (nowMs < 60_000 ? first : then);
}

function mostInAMinute(times: readonly number[]): number {
  return Math.max(
    ...times.map((start) => times.filter((at) => at >= start && at < start + 60_000).length),
  );
}

test('an hour at 60 a minute with 300 ms answers uses at least 98 % of the quota, never above it', async () => {
  const sentAt = await sendFor(hour, { rate: () => 60, lanes: 4, answerMs: 300 });

  expect(sentAt.length).toBeGreaterThanOrEqual(0.98 * 3600);
  expect(mostInAMinute(sentAt)).toBeLessThanOrEqual(60);
});

test('answers slower than the pace overlap, so the quota is still used', async () => {
  const sentAt = await sendFor(hour / 4, { rate: () => 60, lanes: 8, answerMs: 4000 });

  expect(sentAt.length).toBeGreaterThanOrEqual(0.98 * 900);
});

test('requests are spread evenly, also after a slow period', async () => {
  const sentAt = await sendFor(hour / 6, { rate: () => 60, lanes: 1, answerMs: 300 });
  const gaps = sentAt.slice(1).map((at, index) => at - sentAt.at(index)!);

  expect(Math.min(...gaps)).toBeGreaterThan(900);
  expect(Math.max(...gaps)).toBeLessThan(1100);
});

test('nothing leaves while the service has asked for a rest, and no burst follows', async () => {
  const clock = new ManualClock(0);
  const events: RunEvent[] = [];
  const gate = gateAt(clock, (event) => events.push(event));
  const message = 'Please try again after 30 seconds.';
  gate.hold(30_000, 'rate-limited', message);

  const sentAt = await sendFor(60_000, { rate: () => 60, lanes: 4, answerMs: 300, clock, gate });

  expect(sentAt[0]).toBe(30_000);
  expect(sentAt.length).toBeLessThanOrEqual(31);
  expect(events).toEqual([
    { type: 'waiting', why: 'rate-limited', until: 30_000, message },
    { type: 'going-on' },
  ]);
});

test('a run that is paused while the service has asked for a rest reports that', async () => {
  const clock = new ManualClock(0);
  const events: RunEvent[] = [];
  const control = {
    get state() {
      return { ...noControl.state, paused: clock.now() >= 10_000 && clock.now() < 20_000 };
    },
  };
  const gate = new Gate({ clock, control, emit: (event) => events.push(event) });
  gate.hold(30_000, 'rate-limited', 'Wait.');

  await sendFor(40_000, { rate: () => 60, lanes: 1, answerMs: 300, clock, gate });

  const reported = events.map((event) => (event.type === 'waiting' ? event.why : event.type));
  expect(reported).toEqual(['rate-limited', 'paused', 'rate-limited', 'going-on']);
});

test('a rate that changes with the time of day is reported and holds immediately', async () => {
  const clock = new ManualClock(0);
  const events: RunEvent[] = [];
  const gate = gateAt(clock, (event) => events.push(event));

  const sentAt = await sendFor(120_000, {
    rate: afterAMinute(6, 600),
    lanes: 4,
    answerMs: 300,
    clock,
    gate,
  });

  expect(sentAt.filter((at) => at < 60_000)).toHaveLength(6);
  expect(sentAt.filter((at) => at >= 60_000).length).toBeGreaterThan(0.95 * 600);
  expect(events).toEqual([{ type: 'rate-changed', requestsPerMinute: 600 }]);
});

test('at a rate of 0 nothing leaves until it changes', async () => {
  const clock = new ManualClock(0);
  const events: RunEvent[] = [];
  const gate = gateAt(clock, (event) => events.push(event));

  const sentAt = await sendFor(120_000, {
    rate: afterAMinute(0, 60),
    lanes: 2,
    answerMs: 300,
    clock,
    gate,
  });

  expect(sentAt[0]).toBeGreaterThanOrEqual(60_000);
  expect(events[0]).toMatchObject({ type: 'waiting', why: 'no-rate', until: undefined });
});

test('a request that an earlier run sent just before counts too', async () => {
  const pace = new EvenPace(new ManualClock(1000), () => 60, new Spacing(100, 1000));

  expect(await pace.reserve()).toEqual({ askAgainInMs: 60_000 / (60 * 0.99), why: 'full' });
});

test('the gate asks for a slot with the number of requests that wait for one', async () => {
  const asked: (number | undefined)[] = [];
  const gate = gateAt(new ManualClock());
  const pace: Pace = {
    rate: 'unlimited',
    reserve: async (waiting) => {
      asked.push(waiting);
      return { leaveInMs: 0, validMs: 400 };
    },
  };

  const never = new AbortController().signal;
  await Promise.all([1, 2, 3].map(() => gate.pass(pace, never)));
  await gate.pass(pace, never);

  expect(asked).toEqual([3, 2, 1, 1]);
});
