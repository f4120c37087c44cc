import { expect, test } from 'vitest';
import { InFlight } from '../src/pacing/in-flight.ts';
import {
  adapted,
  type Concurrency,
  type RequestEnd,
  startingConcurrency,
} from '../src/pacing/concurrency.ts';

function after(
  ended: readonly RequestEnd[],
  from: Concurrency = startingConcurrency(16),
): Concurrency {
  return ended.reduce((now: Concurrency, how) => adapted(now, how, 16), from);
}

const good: RequestEnd = { answerMs: 300 };
const slow: RequestEnd = { answerMs: 5000 };

test('trouble halves the number of requests in flight, down to one', () => {
  expect(after(['trouble']).limit).toBe(8);
  expect(after(['trouble', 'trouble', 'trouble', 'trouble', 'trouble', 'trouble']).limit).toBe(1);
});

test('slow answers take places away one by one', () => {
  expect(after([...times(20, good), ...times(3, slow)]).limit).toBe(13);
});

test('good answers give all of them back, and no more', () => {
  expect(after([...times(4, 'trouble' as const), ...times(300, good)]).limit).toBe(16);
});

test('a service that is always slow keeps its requests: slow is relative to the usual', () => {
  expect(after(times(50, slow)).limit).toBe(16);
  expect(after([...times(20, good), ...times(400, slow)]).limit).toBe(16);
});

test.each([
  { when: 'the first answer', from: { limit: 8, good: 0, usualMs: 0 }, answerMs: 5000, limit: 8 },
  { when: 'a second', from: { limit: 8, good: 2, usualMs: 10 }, answerMs: 1000, limit: 8 },
  { when: 'more', from: { limit: 8, good: 2, usualMs: 10 }, answerMs: 1001, limit: 7 },
  { when: 'four times', from: { limit: 8, good: 2, usualMs: 500 }, answerMs: 2000, limit: 8 },
  { when: 'the only place', from: { limit: 1, good: 0, usualMs: 10 }, answerMs: 5000, limit: 1 },
])('$when of $answerMs ms, $from.usualMs ms being usual, leaves $limit', (case_) => {
  const { from, answerMs, limit } = case_;
  expect(adapted(from, { answerMs }, 16).limit).toBe(limit);
});

test('after a slow answer the good ones count from the beginning', () => {
  expect(after([slow], { limit: 8, good: 7, usualMs: 300 })).toMatchObject({ limit: 7, good: 0 });
});

function times(count: number, ended: RequestEnd): RequestEnd[] {
  return Array.from({ length: count }, () => ended);
}

test('after trouble, half as many requests are in flight as before', async () => {
  const changes: number[] = [];
  const inFlight = new InFlight(4, (concurrency) => changes.push(concurrency));
  let now = 0;
  const most: number[] = [];
  const round = async (): Promise<void> => {
    let peak = 0;
    const work = async (): Promise<void> => {
      peak = Math.max(peak, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
    };
    await Promise.all(Array.from({ length: 12 }, () => inFlight.run(work)));
    most.push(peak);
  };

  await round();
  inFlight.ended('trouble');
  await round();
  for (let nth = 0; nth < 5; nth++) inFlight.ended({ answerMs: 10 });
  await round();

  expect(most).toEqual([4, 2, 4]);
  expect(changes).toEqual([2, 3, 4]);
});
