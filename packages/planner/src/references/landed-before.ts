import type { RepeatFinder } from '../storage/repeat-finder.ts';

/** What landed in an earlier job, for checks of what belongs to messages. Call it only for these: it is read from disk. */
export interface LandedBefore {
  /** The hashes of the ids of messages, with `landedOrdinal` as ordinals and slots. */
  readonly messages: () => RepeatFinder | undefined;
  /** Whether one of two users blocked the other. */
  readonly areBlocked: (one: string, other: string) => boolean;
}

export const nothingLanded: LandedBefore = { messages: () => undefined, areBlocked: () => false };
