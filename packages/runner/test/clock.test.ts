import { expect, test } from 'vitest';
import { ManualClock } from './support/manual-clock.ts';
import { startRig } from './support/rig.ts';
import { users } from './support/rows.ts';

test.each([
  { setBy: -30_000, requestsPerMinute: 60 },
  { setBy: -7_200_000, requestsPerMinute: 60 },
  { setBy: -7_200_000, requestsPerMinute: 'unlimited' },
  { setBy: 7_200_000, requestsPerMinute: 60 },
] as const)(
  'a clock set by $setBy ms in mid-run at $requestsPerMinute changes no pause',
  async ({ setBy, requestsPerMinute }) => {
    const clock = new ManualClock();
    const startedAt = clock.monotonicMs();
    await using rig = await startRig(
      { users: users(20) },
      { recordsPerRequest: 1, lanes: 1, clock },
    );
    let settled = 0;

    const { result } = await rig.run(
      { requestsPerMinute },
      {
        onEvent: ({ type }) => {
          if (type === 'batch-settled' && ++settled === 10) clock.setBy(setBy);
        },
      },
    );

    expect(result).toMatchObject({ end: 'finished', counts: { users: { created: 20 } } });
    expect(clock.monotonicMs() - startedAt).toBeLessThan(21_000);
    const atLeastMs = requestsPerMinute === 60 ? 18_000 : 0;
    expect(clock.monotonicMs() - startedAt).toBeGreaterThanOrEqual(atLeastMs);
  },
);

test.each([-3_600_000, 7_200_000])(
  'a clock set by %d ms in an outage neither prolongs it nor makes the run give up',
  async (setBy) => {
    const clock = new ManualClock();
    const startedAt = clock.monotonicMs();
    await using rig = await startRig(
      { users: users(20) },
      { recordsPerRequest: 10, lanes: 1, clock },
    );
    rig.service.setFaults([{ fault: 'html', status: 503, when: { from: 2, to: 8 } }]);

    const { result } = await rig.run(
      { giveUpAfterMs: 3_600_000 },
      { onEvent: ({ type }) => type === 'waiting' && clock.setBy(setBy) },
    );

    expect(result).toMatchObject({ end: 'finished', counts: { users: { created: 20 } } });
    expect(clock.monotonicMs() - startedAt).toBeLessThan(300_000);
  },
);

test('the time until which a run waits is told as the time of day', async () => {
  const clock = new ManualClock();
  clock.setBy(-86_400_000);
  const startedAt = clock.now();
  await using rig = await startRig(
    { users: users(20) },
    { recordsPerRequest: 10, lanes: 1, clock },
  );
  rig.service.setFaults([{ fault: 'rate-limit', seconds: 30, when: { nth: 2 } }]);

  const { events } = await rig.run();

  expect(events).toContainEqual(
    expect.objectContaining({ type: 'waiting', until: startedAt + 30_000 }),
  );
});
