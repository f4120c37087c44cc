import type { Backoff } from '@chatferry/client';

/** Pauses of a run after failures: at most 1 s, 2 s, 4 s … 60 s, at least half of that. */
export const PAUSES: Backoff = { firstMs: 1000, longestMs: 60_000 };
