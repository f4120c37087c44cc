import type { WriterStatus } from '@chatferry/job/following';
import type { OpenWriter } from '@chatferry/sources';
import type { FollowState } from '../state/follow-state.ts';

/** The most writers that are kept. */
const MOST_WRITERS = 100;

/**
 * Keeps the open transactions that have written something. If the server does not report since when they are open, the time is the first
 * comparison that found them.
 */
export function noteWriters(state: FollowState, writers: readonly OpenWriter[], now: number): void {
  const before = new Map(state.fact('writers')?.map(({ id, since }) => [id, since]));
  const found = writers.map(({ id, tables, ageMs }): WriterStatus => ({
    id,
    tables,
    since: ageMs === undefined ? (before.get(id) ?? now) : now - ageMs,
  }));
  if (found.length === 0 && before.size === 0) return;
  const oldest = found.toSorted((one, other) => one.since - other.since).slice(0, MOST_WRITERS);
  state.transaction(() => state.setFact('writers', oldest));
}

/** Returns no writers after an error, unless aborted: a server that cannot name the writers can still be followed. */
export function unlessAborted(signal: AbortSignal): () => readonly OpenWriter[] {
  return () => {
    signal.throwIfAborted();
    return [];
  };
}
