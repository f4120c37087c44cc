import { type FaultRule, startLocalService } from '@chatferry/local-service';
import { expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
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
