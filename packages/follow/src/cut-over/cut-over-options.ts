import type { Kind } from '@chatferry/contract';
import type { CutOverState, ReasonToWait } from '@chatferry/job/following';
import type { StopCode } from '@chatferry/runner';
import type { ComparedSegments } from '../comparing/compare-new.ts';
import type { CatchUpEvent } from '../following/catch-up.ts';
import type { FailingEvent } from '../following/failing.ts';
import type { FollowerOptions } from '../following/open-follower.ts';
import type { FollowedChanges } from '../state/follow-state.ts';
import type { ThawReason } from '../state/cut-over-state.ts';

/** The steps of the operator: stop people from writing in the legacy system, let them write there again, or open the app. */
export type OperatorStep = 'freeze' | 'thaw' | 'open';

export interface CutOverOptions extends FollowerOptions, Partial<FollowedChanges> {
  /** Lines for `sh`, by step. If a line is missing, `confirm` is called. The lines are not stored. */
  readonly commands: Readonly<Partial<Record<OperatorStep, string>>>;
  /** Resolves when a person confirms that the step is done. Rejects when the signal is aborted. */
  readonly confirm?: ((step: OperatorStep, signal: AbortSignal) => Promise<void>) | undefined;
  /** How long people may be unable to write. Default: until the operator decides. */
  readonly deadlineMs?: number | undefined;
  /** Records that may be missing in the app, or not as planned. Default: 0. */
  readonly maxDifferent?: number | undefined;
  /** Whether to give up a cut-over that has begun, and open the legacy system again. */
  readonly isAborted?: boolean | undefined;
  /** Called with each piece of text that a command prints. */
  readonly onOutput?: ((text: string) => void) | undefined;
  /** Milliseconds after which a command is ended. Default: five minutes. */
  readonly commandMs?: number | undefined;
}

/** The records that a round sent and compared. */
export interface Round {
  readonly ms: number;
  /** Rows that had changed. */
  readonly rows: number;
  /** Rows that have changed meanwhile. */
  readonly changed: number;
  readonly compared: ComparedSegments;
}

export type CutOverEvent =
  | CatchUpEvent
  | FailingEvent
  /** An earlier process has left the cut-over in this state. */
  | { readonly type: 'resumed'; readonly state: CutOverState; readonly frozenAt: number }
  /** People can still write in the legacy system; the reason why nothing is frozen yet. */
  | ({
      readonly type: 'not-armed';
      readonly why: 'too-long' | 'differs';
      readonly mostMs: number;
    } & Round)
  /** Includes the rows that wait, by reason, and the records whose rows are gone. */
  | ({
      readonly type: 'armed';
      readonly waiting: Readonly<Record<ReasonToWait, number>>;
      readonly gone: number;
    } & Round)
  | { readonly type: 'freezing' }
  | { readonly type: 'frozen' }
  /** Transactions of the legacy system are open that have written these tables. */
  | { readonly type: 'writing'; readonly tables: readonly string[] }
  | {
      readonly type: 'drained';
      readonly rows: number;
      readonly records: Readonly<Partial<Record<Kind, number>>>;
    }
  | { readonly type: 'changed-after'; readonly rows: number }
  | { readonly type: 'compared'; readonly compared: ComparedSegments }
  | { readonly type: 'opening' }
  | { readonly type: 'open'; readonly closedMs: number }
  | { readonly type: 'thawing'; readonly why: ThawReason }
  | { readonly type: 'thawed'; readonly why: ThawReason; readonly closedMs: number }
  | { readonly type: 'command-failed'; readonly command: OperatorStep; readonly why: string };

/** Why a cut-over ended in a state from which it has to be started again. */
export type UnopenedReason = 'open-failed' | 'thaw-failed' | 'not-finished';

/** Why a cut-over ended before everything was done. */
export interface CutOverReason {
  readonly code: StopCode | ThawReason | UnopenedReason;
  readonly message: string;
  readonly fix: string;
}

export interface CutOverOutcome {
  readonly state: CutOverState;
  /** Absent when the app is open, and when the operator gave up. */
  readonly reason?: CutOverReason | undefined;
  /** How long people could not write; absent when they could always write. */
  readonly closedMs?: number | undefined;
  /** When the app was opened, milliseconds since 1970. */
  readonly openedAt?: number | undefined;
  /** Records that the last comparison found not as planned. */
  readonly different: number;
  /** Rows that were rejected at the end, because a record that they need is missing. */
  readonly rejected: number;
  /** Rows that still wait for any other reason. */
  readonly waiting: number;
  /** Records in the app whose rows are gone. */
  readonly gone: number;
}
