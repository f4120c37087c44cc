import { type FaultRule, startLocalService } from '@chatferry/local-service';
import { expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { LiveShare } from '../src/pacing/live-share.ts';
import { ManualClock } from './support/manual-clock.ts';

const MINUTES = 4;
/** Requests a minute that the app may send, and that people send. */
const [LIMIT, LIVE] = [120, 40];

/** Reads for some minutes while people use the app. @returns the requests of each minute, and how many of the people's were refused */
async function readBeside(window: 'fixed' | 'sliding', budget: 'app' | 'operation') {
  const clock = new ManualClock();
  const fault: FaultRule = { fault: 'quota-window', window };
  await using service = await startLocalService({
    now: () => clock.now(),
    ...(budget === 'app' ? { appRequestsPerMinute: LIMIT } : { requestsPerMinute: LIMIT }),
    faults: [fault],
  });
  const { apiKey, baseUrl } = service;
  const perMinute = { standard: 500 };
  await using client = createClient({
    apiKey,
    baseUrl,
    clock,
    leavesHalf: true,
    requestsPerMinute: perMinute,
  });
  await using people = createClient({
    apiKey,
    baseUrl,
    clock,
    requestsPerMinute: { standard: 'unlimited' },
  });
  const startedAt = clock.monotonicMs();
  const ours = Array.from({ length: MINUTES + 1 }, () => 0);
  let [live, refused] = [0, 0];
  for (;;) {
    const minutes = (clock.monotonicMs() - startedAt) / 60_000;
    if (minutes >= MINUTES) return { ours: ours.slice(0, MINUTES), refused };
    if (live < minutes * LIVE) {
      live += 1;
      const { status } = await people.attempt('users.list', {});
      if (status === 429) refused += 1;
      continue;
    }
    await client.call('users.list', { query: { perPage: 1 } });
    ours[Math.floor((clock.monotonicMs() - startedAt) / 60_000)]! += 1;
  }
}

test.each(['fixed', 'sliding'] as const)(
  'reading leaves the people of the app half of what remains, in %s windows',
  async (window) => {
    for (const budget of ['app', 'operation'] as const) {
      const { ours, refused } = await readBeside(window, budget);

      expect(refused).toBe(0);
      // The first minute begins before the first answer.
      for (const each of ours.slice(1)) {
        expect(each).toBeLessThanOrEqual((LIMIT - LIVE) / 2 + LIVE / 4 + 1);
        expect(each).toBeGreaterThan(10);
      }
    }
  },
);

/** The share after answers that report what remains of 100 requests. */
function shareAfter(remaining: readonly number[], limit: number | undefined = 100): LiveShare {
  const share = new LiveShare();
  for (const each of remaining) share.learn({ limit, remaining: each }, 0);
  return share;
}

test.each([
  ['half of what remains and of its own requests', [59, 58], 30],
  ['what people have sent meanwhile counts', [59, 40], 21],
  ['its own requests are never more than all that were sent', [99, 99, 99], 50],
  ['nor than what remains', [3, 2, 1], 1],
  ['one request a minute remains', [0], 1],
])('a share of the app is half of what its own requests leave: %s', (_, remaining, perMinute) => {
  expect(shareAfter(remaining).perMinute(0)).toBe(perMinute);
});

test('its own requests of the window before do not count', () => {
  const before = Array.from({ length: 10 }, (_, nth) => 90 - nth);

  expect(shareAfter([...before, 99, 80]).perMinute(0)).toBe(41);
});

test('without a limit in the answers, what remains is shared all the same', () => {
  const share = new LiveShare();
  for (const remaining of [59, 58]) share.learn({ limit: undefined, remaining }, 0);

  expect(share.perMinute(0)).toBe(30);
});

test('a share holds for the minute of its window, and answers that report nothing change nothing', () => {
  const share = shareAfter([59, 58]);
  share.learn({ limit: 100, remaining: undefined }, 30_000);

  expect(share.perMinute(59_999)).toBe(30);
  expect(share.perMinute(60_000)).toBeUndefined();
  share.learn({ limit: 100, remaining: 41 }, 60_000);
  expect(share.perMinute(60_000)).toBe(21);
});
