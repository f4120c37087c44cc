import { describe, expect, test } from 'vitest';
import { ServiceHealth } from '../src/pacing/service-health.ts';

const GIVE_UP_MS = 600_000;

describe('waits that the service asks for', () => {
  test('are at least what it states, and the own ones double up to a minute', () => {
    const health = new ServiceHealth(GIVE_UP_MS, () => 0);
    const waits: unknown[] = [];
    let now = 1000;
    for (let nth = 0; nth < 8; nth++) {
      const rest = health.askedToWait(now, undefined) as { holdUntil: number };
      waits.push(rest.holdUntil - now);
      now = rest.holdUntil;
    }

    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    expect(health.askedToWait(now, 90_000)).toEqual({ holdUntil: now + 90_000 });
  });

  test('count once for requests that left before the longest of them began', () => {
    const health = new ServiceHealth(GIVE_UP_MS, () => 0);

    expect(health.askedToWait(0, 10_000)).toEqual({ holdUntil: 10_000 });
    expect(health.askedToWait(1, undefined)).toEqual({ holdUntil: 1001 });
    expect(health.askedToWait(5000, undefined)).toEqual({ holdUntil: 6000 });
    expect(health.askedToWait(9999, undefined)).toEqual({ holdUntil: 10_999 });
    expect(health.askedToWait(20_000, undefined)).toEqual({ holdUntil: 22_000 });
  });

  test('begin anew after the service has worked', () => {
    const health = new ServiceHealth(GIVE_UP_MS, () => 0);
    health.askedToWait(0, undefined);
    health.askedToWait(1000, undefined);
    health.worked();

    expect(health.askedToWait(5000, undefined)).toEqual({ holdUntil: 6000 });
  });
});

describe('failures', () => {
  test('of a batch or two hold nothing up; from the fourth in a row all wait, longer each time', () => {
    const health = new ServiceHealth(GIVE_UP_MS, () => 0);
    const rests: number[] = [];
    let now = 0;
    for (let nth = 0; nth < 7; nth++) {
      const { holdUntil } = health.failed(now, undefined) as { holdUntil: number };
      rests.push(holdUntil - now);
      now = Math.max(holdUntil, now + 1);
    }

    expect(rests).toEqual([0, 0, 0, 1000, 2000, 4000, 8000]);
  });

  test('of requests in flight during a rest do not count again', () => {
    const health = new ServiceHealth(GIVE_UP_MS, () => 0);
    for (let now = 0; now < 3; now++) health.failed(now, undefined);

    expect(health.failed(3, undefined)).toEqual({ holdUntil: 1003 });
    expect(health.failed(500, undefined)).toEqual({ holdUntil: 1003 });
    expect(health.failed(1003, undefined)).toEqual({ holdUntil: 3003 });
  });

  test('end the run after the time to give up, and not before', () => {
    const health = new ServiceHealth(10_000, () => 0);
    health.failed(5000, undefined);

    expect(health.failed(14_999, undefined)).toEqual({ holdUntil: 14_999 });
    expect(health.failed(15_000, undefined)).toEqual({ giveUp: 'no-good-answer' });
  });

  test('and waits that the service asks for last no longer than to the time to give up', () => {
    const health = new ServiceHealth(500, () => 0.9);

    expect(health.askedToWait(0, undefined)).toEqual({ holdUntil: 500 });
  });

  test('are not in a row when the service asks to wait between them', () => {
    const health = new ServiceHealth(GIVE_UP_MS, () => 0);
    for (let now = 0; now < 3; now++) health.failed(now, undefined);
    health.askedToWait(3, 10);

    expect(health.failed(5000, undefined)).toEqual({ holdUntil: 5000 });
  });

  test('with a stated wait beyond that time end it with the time until then', () => {
    const health = new ServiceHealth(10_000, () => 0);

    expect(health.failed(0, 10_000)).toEqual({ holdUntil: 10_000 });
    health.worked();
    expect(health.failed(20_000, 10_001)).toEqual({ giveUp: 'long-wait', until: 30_001 });
  });

  test('are forgotten when the service works', () => {
    const health = new ServiceHealth(10_000, () => 0);
    for (let now = 0; now < 3; now++) health.failed(now, undefined);
    health.landed();

    expect(health.failed(20_000, undefined)).toEqual({ holdUntil: 20_000 });
    expect(health.landings).toBe(1);
  });
});

test('three records may be blamed in a row while nothing lands', () => {
  const health = new ServiceHealth(GIVE_UP_MS, () => 0);
  const left: number[] = [health.blamesLeft];
  health.blamed(1);
  left.push(health.blamesLeft);
  health.blamed(2);
  left.push(health.blamesLeft);
  health.landed();
  left.push(health.blamesLeft);

  expect(left).toEqual([3, 2, 0, 3]);
});
