import type { Kind } from '@chatferry/contract';
import type { JobHolder, StopReason } from '@chatferry/runner';
import type { Sum } from '../accounting/sums.ts';
import type { KindComparison } from '../verifying/kind-tally.ts';

/** Everything that the statements about a job depend on. Times are milliseconds since 1970. */
export interface JobFacts {
  readonly kinds: Readonly<Record<Kind, Sum>>;
  /** Whether the records go to a server on this machine. */
  readonly isRehearsal: boolean;
  readonly run: RunFacts;
  /** Changed rows of the databases that are not in the plan yet; absent for a job that does not follow. */
  readonly unplanned?: number | undefined;
  /** The process that works on the job now. */
  readonly holder?: JobHolder | undefined;
  /** When a run last changed the outcome of a record. */
  readonly lastChangeAt: number;
  /** The undo of the job, when it has begun to remove records. */
  readonly undo?: UndoFacts | undefined;
  /** The comparisons with the service; absent without any. */
  readonly readBack?: ReadBackFacts | undefined;
}

export type RunFacts =
  | { readonly is: 'none' }
  /** `endsAt`: the expected end, when the rate is known. */
  | { readonly is: 'in-progress'; readonly endsAt?: number | undefined }
  | { readonly is: 'killed' }
  | { readonly is: 'stopped'; readonly reason: Pick<StopReason, 'code' | 'serviceCode'> }
  | { readonly is: 'finished' };

export interface UndoFacts {
  readonly is: 'begun' | 'done';
  readonly planned: number;
  readonly removed: number;
  /** Records that were kept or could not be removed. */
  readonly left: number;
  readonly endedAt: number;
}

export interface ReadBackFacts {
  /** The app that was read, if the records were sent to another app. */
  readonly otherApp?: string | undefined;
  /** When the latest verification began. Kinds with an earlier time were read by earlier verifications. */
  readonly startedAt: number;
  /** When an unfinished verification began. */
  readonly unfinishedSince?: number | undefined;
  readonly kinds: Readonly<Partial<Record<Kind, KindReadBack>>>;
}

/** What the comparison of one kind found. */
export interface KindReadBack extends Pick<
  KindComparison,
  'planned' | 'same' | 'different' | 'missing' | 'doubled' | 'hidden'
> {
  readonly at: number;
}
