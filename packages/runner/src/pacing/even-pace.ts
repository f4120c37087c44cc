import { type Clock, Spacing } from '@chatferry/client';
import type { NoSlot, Pace, Slot } from './pace.ts';
import type { Rate } from '../terms/rate.ts';
import { LATE_MS, quotaGapMs } from './quota-gap.ts';

const NOW: Slot = { leaveInMs: 0, validMs: Number.POSITIVE_INFINITY };
const NO_RATE: NoSlot = { askAgainInMs: Number.POSITIVE_INFINITY, why: 'no-rate' };

/** The quota of one process: one request at a time, evenly spaced. A slot is granted when it may be used. */
export class EvenPace implements Pace {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #rate: () => Rate;
  readonly #spacing: Spacing;

  /**
   * @param rate the rate that holds at this moment
   * @param spacing shared by the paces of one quota
   */
  constructor(
    clock: Pick<Clock, 'monotonicMs'>,
    rate: () => Rate,
    spacing: Spacing = new Spacing(LATE_MS),
  ) {
    this.#clock = clock;
    this.#rate = rate;
    this.#spacing = spacing;
  }

  get rate(): Rate {
    return this.#rate();
  }

  async reserve(): Promise<Slot | NoSlot> {
    const { rate } = this;
    if (rate === 0) return NO_RATE;
    const gapMs = rate === 'unlimited' ? 0 : quotaGapMs(rate);
    const now = this.#clock.monotonicMs();
    const waitMs = this.#spacing.waitMs(now, gapMs);
    if (waitMs > 0) return { askAgainInMs: waitMs, why: 'full' };
    this.#spacing.take(now, gapMs);
    return NOW;
  }
}
