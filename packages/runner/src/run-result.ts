import type { CountsByKind } from './terms/outcome.ts';
import type { Change } from './sending/change-tally.ts';
import type { StopReason } from './terms/stop-reason.ts';

export interface RunResult {
  readonly end: 'finished' | 'stopped';
  /** Set when `end` is `stopped`. */
  readonly reason?: StopReason | undefined;
  /** The last known counts when the ledger can no longer be read. */
  readonly counts: CountsByKind;
  readonly changes: readonly Change[];
  /** Requests made by this run, including unanswered requests. */
  readonly requests: number;
}

export interface ShiftResult {
  /** `stopped`: something is left to be done. */
  readonly end: 'done' | 'stopped';
  readonly reason?: StopReason | undefined;
  /** Requests made, including unanswered requests. */
  readonly requests: number;
}
