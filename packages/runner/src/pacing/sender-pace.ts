import { Spacing } from '@chatferry/client';
import { limits } from '@chatferry/contract';
import { LATE_MS, quotaGapMs } from './quota-gap.ts';

const GAP_MS = quotaGapMs(limits.liveMessagesPerMinute);

/** Spaces the live messages of each user. */
export class SenderPace {
  readonly #byUser = new Map<string, Spacing>();

  /** Takes the next slot of a user. @returns milliseconds until it */
  take(uid: string, nowMs: number): number {
    let spacing = this.#byUser.get(uid);
    if (spacing === undefined) this.#byUser.set(uid, (spacing = new Spacing(LATE_MS)));
    return spacing.take(nowMs, GAP_MS);
  }
}
