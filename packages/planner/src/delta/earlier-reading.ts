import type { MemoryUse } from '../storage/memory-use.ts';
import type { EarlierSource } from './earlier-source.ts';
import type { LandedIds } from './landed-ids.ts';

/** The job that an export is compared with, its ids, and how much memory reading it may take. */
export interface EarlierReading {
  readonly source: EarlierSource;
  readonly ids: LandedIds;
  readonly memory: MemoryUse;
}
