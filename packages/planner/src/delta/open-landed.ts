import { statSync } from 'node:fs';
import { isLarge } from '../storage/is-large.ts';
import { ContentDigest } from './content-digest.ts';
import type { EarlierSource } from './earlier-source.ts';
import type { LandedReading } from './landed-reading.ts';
import { LandedThread } from './landed-thread.ts';
import { type LandedRecords, readLanded } from './read-landed.ts';

/** Reads an earlier job: a large one in a second thread, while the export is read. */
export function openLanded({ job, part }: Pick<EarlierSource, 'job' | 'part'>): LandedReading {
  if (part !== undefined) return readingOf(part.landed.values());
  if (isLarge(statSync(job.plan.path).size)) return new LandedThread(job);
  return readingOf(readLanded(job, new ContentDigest()));
}

function readingOf(records: Iterator<LandedRecords>): LandedReading {
  return {
    next: () => (records.next().value as LandedRecords | undefined) ?? undefined,
    [Symbol.dispose]: () => {},
  };
}
