import type { RepeatFinder } from '../storage/repeat-finder.ts';

/** Landed records, for checks of records that belong to messages. Reads from disk, so call it only for such checks. */
export interface LandedBefore {
  /** The hashes of the ids of messages, with `landedOrdinal` as ordinals and slots. */
  readonly messages: () => RepeatFinder | undefined;
  /** Whether either of two users blocked the other. */
  readonly areBlocked: (one: string, other: string) => boolean;
}

export const nothingLanded: LandedBefore = { messages: () => undefined, areBlocked: () => false };
