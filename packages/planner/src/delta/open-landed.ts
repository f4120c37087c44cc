import { statSync } from 'node:fs';
import { isLarge } from '../storage/is-large.ts';
import { ContentDigest } from './content-digest.ts';
import type { EarlierJob } from './earlier-job.ts';
import type { LandedReading } from './landed-reading.ts';
import { LandedThread } from './landed-thread.ts';
import { readLanded } from './read-landed.ts';

/** Reads an earlier job: a large one in a second thread, while the export is read. */
export function openLanded(job: EarlierJob): LandedReading {
  if (isLarge(statSync(job.plan.path).size)) return new LandedThread(job);
  const records = readLanded(job, new ContentDigest());
  return { next: () => records.next().value ?? undefined, [Symbol.dispose]: () => {} };
}
