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
