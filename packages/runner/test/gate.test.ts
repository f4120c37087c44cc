import { expect, test } from 'vitest';
import type { RunEvent } from '../src/index.ts';
import type { Control } from '../src/pacing/control.ts';
import { Gate, type GatePorts } from '../src/pacing/gate.ts';
import type { NoSlot, Pace } from '../src/pacing/pace.ts';
import { ManualClock } from './support/manual-clock.ts';

const { signal } = new AbortController();
const always: Pace = { rate: 60, reserve: async () => ({ leaveInMs: 0, validMs: 100 }) };

function startGate(more: Partial<GatePorts> = {}) {
  const clock = new ManualClock();
  const events: RunEvent[] = [];
  const control: Control = { state: { paused: false } };
  const gate = new Gate({ clock, control, emit: (event) => events.push(event), ...more });
  return { clock, events, control, gate };
}

/** Grants no slot at first. */
function paceAfter(why: NoSlot['why'], askAgainInMs: number): Pace {
  let asked = 0;
  return {
    rate: 60,
    reserve: async () =>
      ++asked > 2 ? { leaveInMs: 0, validMs: 100 } : { why, askAgainInMs: askAgainInMs },
  };
}

test.each([
  ['no-rate', 'no-rate', 'The rate is 0 requests a minute.'],
  ['store', 'store', 'The database of the ledger does not answer.'],
  ['paused', 'paused', 'The run is paused.'],
  ['held', 'rate-limited', expect.stringContaining('All workers of the app wait')],
] as const)(
  'a wait for a slot because of %s is reported once, and its end too',
  async (why, shown, message) => {
    const { gate, events } = startGate();

    await gate.pass(paceAfter(why, 10), signal);

    expect(events).toEqual([
      { type: 'waiting', why: shown, until: undefined, message },
      { type: 'going-on' },
    ]);
  },
);

test('a wait for the next slot of a quota is ordinary, and is not reported', async () => {
  const { gate, events, clock } = startGate();
  const begunAt = clock.monotonicMs();

  await gate.pass(paceAfter('full', 300), signal);

  expect(events).toEqual([]);
  expect(clock.monotonicMs() - begunAt).toBe(600);
});

test('a hold keeps everything from leaving until then, and is reported with the time of day', async () => {
  const asked: number[] = [];
  const { gate, events, clock } = startGate({ hold: (forMs) => asked.push(forMs) });
  const begunAt = clock.monotonicMs();
  clock.setBy(-5000);
  const timeOfDay = clock.now();

  gate.hold(begunAt + 2500, 'rate-limited', 'The service asks for a wait.');
  gate.hold(begunAt + 1000, 'trouble', 'A shorter one.');
  expect(gate.isHeld).toBe(true);
  await gate.pass(always, signal);

  expect(clock.monotonicMs() - begunAt).toBe(2500);
  expect(gate.isHeld).toBe(false);
  // Trouble concerns this process alone.
  expect(asked).toEqual([2500]);
  expect(clock.sleeps).toEqual([1000, 1000, 500]);
  expect(events).toEqual([
    {
      type: 'waiting',
      why: 'rate-limited',
      until: timeOfDay + 2500,
      message: 'The service asks for a wait.',
    },
    { type: 'going-on' },
  ]);
});

test('a paused run lets nothing leave until it goes on', async () => {
  const { gate, events, control, clock } = startGate();
  (control as { state: object }).state = { paused: true };
  const passed = gate.pass(always, signal);
  await clock.sleep(1500);
  expect(gate.passed).toBe(0);

  (control as { state: object }).state = { paused: false };
  await passed;

  expect(gate.passed).toBe(1);
  expect(events.map(({ type }) => type)).toEqual(['waiting', 'going-on']);
});

test('a slot that is over when the request leaves, or is given back late, is reported and does not count', async () => {
  const { gate, events, clock } = startGate();
  let slots = 0;
  const late: Pace = {
    rate: 60,
    reserve: async () => {
      if (++slots === 1) clock.advance(101);
      return { leaveInMs: 0, validMs: 100 };
    },
  };

  await gate.pass(late, signal);
  expect([slots, gate.passed, events]).toEqual([2, 1, [{ type: 'slot-late' }]]);

  gate.takeBack();
  expect([gate.passed, events.length]).toEqual([0, 2]);
});

test('nothing leaves once the signal is aborted', async () => {
  const { gate } = startGate();
  const reason = new Error('stopped');

  await expect(gate.pass(always, AbortSignal.abort(reason))).rejects.toBe(reason);

  expect(gate.passed).toBe(0);
});
