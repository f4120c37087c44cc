import { statSync } from 'node:fs';
import { type MemoryUse, usesThread } from '../storage/memory-use.ts';
import { ContentDigest } from './content-digest.ts';
import type { EarlierSource } from './earlier-source.ts';
import type { LandedReading } from './landed-reading.ts';
import { LandedThread } from './landed-thread.ts';
import { type LandedRecords, readLanded } from './read-landed.ts';

/** The most batches that the caller's thread reads between two blocks of the export. */
const MOST_BATCHES = 64;

/** Reads an earlier job while the export is read: a large one in a second thread, unless memory is small. */
export function openLanded(
  { job, part }: Pick<EarlierSource, 'job' | 'part'>,
  memory: MemoryUse,
): LandedReading {
  if (part !== undefined) return readingOf(part.landed.values());
  if (usesThread(statSync(job.plan.path).size, memory)) return new LandedThread(job);
  return readingOf(readLanded(job, new ContentDigest()));
}

/** Reads in the caller's thread, some batches after each block, so that neither signals nor a database wait for long. */
function readingOf(batches: Iterator<LandedRecords>): LandedReading {
  let read = 0;
  return {
    next: (waits) => {
      if (!waits && read++ === MOST_BATCHES) {
        read = 0;
        return undefined;
      }
      return (batches.next().value as LandedRecords | undefined) ?? undefined;
    },
    [Symbol.dispose]: () => void batches.return?.(),
  };
}
