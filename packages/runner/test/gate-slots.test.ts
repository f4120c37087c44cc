import { byKind, type Kind } from '@chatferry/contract';
import { expect, test } from 'vitest';
import type { Lease, Pacing, RunEvent } from '../src/index.ts';
import { noControl } from '../src/job/control.ts';
import { Gate } from '../src/pacing/gate.ts';
import type { Pace } from '../src/pacing/pace.ts';
import { ManualClock } from './support/manual-clock.ts';
import { MemoryLedger } from './support/memory-ledger.ts';
import { startRig } from './support/rig.ts';
import { users } from './support/rows.ts';

const VALID_MS = 100;
const SLOW_MS = 500;

/** A ledger in which one intent takes long to be recorded. */
class SlowLedger extends MemoryLedger {
  announced = 0;
  readonly #clock = new ManualClock();

  constructor(planned: Readonly<Record<Kind, number>>, clock: ManualClock) {
    super(planned);
    this.#clock = clock;
  }

  override async announce(...intent: Parameters<MemoryLedger['announce']>): Promise<void> {
    if (++this.announced === 2) await this.#clock.sleep(SLOW_MS);
    await super.announce(...intent);
  }
}

const held: Lease = { lost: new AbortController().signal, check: () => {} };

test.each([
  ['without a lease', {}],
  ['with a lease', { lease: held }],
])(
  'a slot that is over when it is granted, or when the intent is recorded, is not used: %s',
  async (_, given) => {
    const clock = new ManualClock();
    await using rig = await startRig(
      { users: users(5) },
      { recordsPerRequest: 1, lanes: 1, clock },
    );
    const { kinds } = rig.plan.summary;
    const ledger = new SlowLedger(
      byKind((kind) => kinds[kind].planned),
      clock,
    );
    let slots = 0;
    const pacing: Pacing = ({ rate }) => ({
      rate,
      reserve: async () => {
        // The first is for a request that reads.
        if ([1, 5].includes(++slots)) await clock.sleep(SLOW_MS);
        return { leaveInMs: 0, validMs: VALID_MS };
      },
    });

    const { result, events } = await rig.run({}, { ledger, pacing, ...given });

    const reads = result!.requests - 5;
    expect(result).toMatchObject({ end: 'finished', counts: { users: { created: 5 } } });
    expect(rig.sends()).toHaveLength(5);
    expect(reads).toBeGreaterThan(0);
    expect(slots).toBe(5 + reads + 3);
    // The wait for another slot is no part of the time that the service took.
    const answers = events.flatMap((event) => ('answerMs' in event ? [event.answerMs] : []));
    expect(answers).toEqual([0, 0, 0, 0, 0]);
  },
);

test('a request leaves when its slot begins, and as long as it is valid', async () => {
  const clock = new ManualClock();
  const events: RunEvent[] = [];
  const gate = new Gate({ clock, control: noControl, emit: (event) => events.push(event) });
  const pace: Pace = { rate: 60, reserve: async () => ({ leaveInMs: 200, validMs: VALID_MS }) };
  const begunAt = clock.monotonicMs();

  const leaveBy = await gate.pass(pace, new AbortController().signal);

  expect(clock.monotonicMs() - begunAt).toBe(200);
  expect(leaveBy.isOver).toBe(false);
  clock.advance(VALID_MS + 1);
  expect(leaveBy.isOver).toBe(true);
  expect(events).toEqual([]);
  expect(gate.passed).toBe(1);
});
