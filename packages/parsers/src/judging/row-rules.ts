import type { JudgeRules, ContestedIds } from '@chatferry/contract';
import type { IdRules } from '../ids/change-ids.ts';
import type { ThreadPolicy } from '../ids/threads.ts';
import type { Lookups } from '../converting/looked-up.ts';
import type { MediaRules } from '../rows/media-addresses.ts';
import type { Cleaning } from '../cleaning/cleaning.ts';

/** The settings for reading rows. Plain data, because it is sent to other threads. */
export interface RowRules extends JudgeRules, IdRules {
  readonly cleaning?: Cleaning;
  /** Default `metadata`. */
  readonly replies?: ThreadPolicy;
  /** Groups without a name are named by their ids: they may become conversations of two people, which have no names. */
  readonly groupsMayLackNames?: true;
  /** The contested ids of kinds that were read before. */
  readonly contestedIds?: ContestedIds;
  /** Default: addresses of files stay unchanged. */
  readonly media?: MediaRules;
  /** Files in which values are looked up. */
  readonly lookups?: Lookups;
  /** Milliseconds that one call of `transform` may take. Default 10,000. */
  readonly transformLimitMs?: number;
}
