import { expect, test } from 'vitest';
import type { RunEvent } from '../src/index.ts';
import { gaveUp } from '../src/pacing/gave-up.ts';
import { LeaveBy, Moment } from '../src/pacing/leave-by.ts';
import { ManualClock } from './support/manual-clock.ts';
import { startRig } from './support/rig.ts';
import { messages, users } from './support/rows.ts';

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

test.each([
  { setBy: -3_600_000, operation: 'dataImport.*' },
  { setBy: 7_200_000, operation: 'dataImport.*' },
  { setBy: -3_600_000, operation: 'users.list' },
  { setBy: 7_200_000, operation: 'users.list' },
])(
  'a clock set by $setBy ms in an outage of $operation neither prolongs it nor makes the run give up',
  async ({ setBy, operation }) => {
    const clock = new ManualClock();
    const startedAt = clock.monotonicMs();
    await using rig = await startRig(
      { users: users(20) },
      { recordsPerRequest: 10, lanes: 1, clock },
    );
    rig.service.setFaults([{ fault: 'html', status: 503, operation, when: { from: 1, to: 10 } }]);
    let troubles = 0;

    const { result } = await rig.run(
      { giveUpAfterMs: 3_600_000 },
      {
        onEvent: ({ type }) => {
          if (['retrying', 'waiting'].includes(type) && ++troubles === 3) clock.setBy(setBy);
        },
      },
    );

    expect(troubles).toBeGreaterThan(3);
    expect(result).toMatchObject({ end: 'finished', counts: { users: { created: 20 } } });
    expect(clock.monotonicMs() - startedAt).toBeLessThan(600_000);
    expect(clock.monotonicMs() - startedAt).toBeGreaterThan(60_000);
  },
);

test.each([-7_200_000, 7_200_000])(
  'a clock set by %d ms changes no pause between the live messages of a sender',
  async (setBy) => {
    const clock = new ManualClock();
    const startedAt = clock.monotonicMs();
    const rows = {
      users: users(2),
      messages: messages(10, 2).map((one) => ({ ...one, sender: 'u1', receiver: 'u2' })),
    };
    await using rig = await startRig(rows, { clock });
    const sleep = clock.sleep.bind(clock);
    let sleeps = 0;
    clock.sleep = (ms, signal) => {
      if (++sleeps === 5) clock.setBy(setBy);
      return sleep(ms, signal);
    };

    const { result } = await rig.run({
      routes: { messages: 'chat' },
      chatRequestsPerMinute: 'unlimited',
    });

    expect(sleeps).toBeGreaterThan(5);
    expect(result).toMatchObject({ end: 'finished', counts: { messages: { created: 10 } } });
    expect(clock.monotonicMs() - startedAt).toBeLessThan(60_000);
    expect(clock.monotonicMs() - startedAt).toBeGreaterThan(15_000);
  },
);

function stopEarly({ type }: RunEvent): unknown {
  return type === 'batch-settled' ? 'enough' : undefined;
}

test.each([-86_400_000, 86_400_000])(
  'a clock that is %d ms from the monotonic one: the next run keeps to the pace of the one before',
  async (apart) => {
    const clock = new ManualClock();
    clock.setBy(apart);
    await using rig = await startRig(
      { users: users(10) },
      { recordsPerRequest: 1, lanes: 1, clock },
    );
    await rig.run({ requestsPerMinute: 60 }, { onEvent: stopEarly });
    const stoppedAt = clock.monotonicMs();
    const sent = rig.sends().length;

    await rig.run({ requestsPerMinute: 60 }, { onEvent: stopEarly });

    expect(rig.sends().length).toBeGreaterThan(sent);
    expect(clock.monotonicMs() - stoppedAt).toBeGreaterThan(900);
    expect(clock.monotonicMs() - stoppedAt).toBeLessThan(5_000);
  },
);

test('the time until which a run waits is reported as the time of day', async () => {
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

test.each([-7_200_000, 7_200_000])(
  'a clock set by %d ms while a request is in flight does not change how long its answer took',
  async (setBy) => {
    const clock = new ManualClock();
    let asked = 0;
    // The service asks for the time while it answers.
    const now = (): number => {
      if (++asked % 5 === 0) clock.setBy(setBy);
      return clock.now();
    };
    await using rig = await startRig(
      { users: users(20) },
      { recordsPerRequest: 1, lanes: 1, clock, service: { now } },
    );

    const { events } = await rig.run();

    const tookMs = events.flatMap((event) =>
      event.type === 'batch-settled' ? [event.answerMs] : [],
    );
    expect(asked).toBeGreaterThan(20);
    expect(tookMs).toHaveLength(20);
    expect(tookMs.filter((ms) => Math.abs(ms) > 3_600_000)).toEqual([]);
  },
);

test('a wait that is too long is reported with the time of day at which it ends', () => {
  const clock = new ManualClock(Date.UTC(2026, 10, 20, 12));
  clock.setBy(3_600_000);
  const rest = { giveUp: 'long-wait', until: clock.monotonicMs() + 60_000 } as const;

  const reason = gaveUp(rest, { code: 'ERR_TOO_MANY_REQUESTS', message: 'Wait.' }, { clock });

  expect(reason).toMatchObject({
    message: expect.stringContaining('until 2026-11-20T13:01:00.000Z'),
    fix: expect.stringContaining('after 2026-11-20T13:01:00.000Z'),
  });
});

test.each([
  { passed: 100, setBy: 0, isOver: false },
  { passed: 101, setBy: 0, isOver: true },
  // The machine was suspended, or its clock was set back.
  { passed: 0, setBy: 101, isOver: true },
  { passed: 101, setBy: -3_600_000, isOver: true },
])('a slot of 100 ms after $passed ms, the clock set by $setBy ms, is over: $isOver', (case_) => {
  const clock = new ManualClock();
  const leaveBy = new LeaveBy(new Moment(clock), 100);

  clock.advance(case_.passed);
  clock.setBy(case_.setBy);

  expect(leaveBy.isOver).toBe(case_.isOver);
});
