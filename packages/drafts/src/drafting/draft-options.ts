import type { InputKind } from '@chatferry/contract';
import type { OpenedDumps } from '../dumps/opened-dumps.ts';
import type { Accepted } from '../guessing/proposal.ts';

/** An export of a known system. */
export interface ClockTimes {
  readonly system: string;
  /** The owner of the clock that the times show, for times without a zone. */
  readonly clockOf?: string | undefined;
}

export interface DraftOptions {
  /** The encoding of all files that are not UTF-8 or UTF-16. */
  readonly encoding?: string | undefined;
  /** The kind of the rows in all files. */
  readonly kind?: InputKind | undefined;
  /** The current year. */
  readonly year: number;
  readonly accepted: Accepted;
  /** Exports of known systems among the inputs. */
  readonly exports?: readonly ClockTimes[];
  /** Keeps dumps between drafts of the same files. */
  readonly dumps: OpenedDumps;
}
