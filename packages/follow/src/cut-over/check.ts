import type { CatchUpEvent } from '../following/catch-up.ts';
import { compareNew, type ComparedSegments } from '../comparing/compare-new.ts';
import { selectAll } from '../comparing/due-segments.ts';
import type { Follower } from '../following/follower.ts';
import type { FollowerPorts } from '../following/follower-ports.ts';

/** The results of the check after everything was sent. */
export interface Checked {
  readonly compared: ComparedSegments;
  /** Rows that have changed since they were read for sending. */
  readonly changed: number;
  /** Whether the sources have changed, or are about to. */
  readonly hasChanged: boolean;
}

/** Compares the sent records with the app, and the sources with the plan, concurrently. @throws {SourceError} @throws {ApiError} */
export async function check(
  follower: Follower,
  ports: FollowerPorts,
  given: AbortSignal,
): Promise<Checked> {
  const failed = new AbortController();
  const signal = AbortSignal.any([given, failed.signal]);
  const both = [compareNew(ports, selectAll(ports.state), signal), look(follower, signal)] as const;
  for (const each of both) each.catch((error: unknown) => failed.abort(error));
  await Promise.allSettled(both);
  const [compared, found] = await Promise.all(both);
  return { compared, ...found };
}

async function look(
  follower: Follower,
  signal: AbortSignal,
): Promise<Pick<Checked, 'changed' | 'hasChanged'>> {
  const written = await follower.writtenTables(signal);
  const { keys, isWhole } = await follower.reconcile(signal);
  return { changed: keys, hasChanged: written.length > 0 || keys > 0 || !isWhole };
}

/** Adds up the records that the segments of a round send. */
export class SentRecords {
  rows = 0;
  requests = 0;
  readonly kinds: Partial<Record<string, number>> = {};

  take(event: CatchUpEvent): void {
    if (event.type !== 'flushed') return;
    this.rows += event.keys;
    this.requests += event.segment?.requests ?? 0;
    for (const [kind, records] of Object.entries(event.segment?.records ?? {}))
      this.kinds[kind] = (this.kinds[kind] ?? 0) + records;
  }
}
