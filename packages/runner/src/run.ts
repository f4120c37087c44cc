import type { Client, Clock } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { Ledger } from './ledger/ledger.ts';
import type { CountsByKind, Outcome } from './outcome.ts';
import type { RunEvent } from './run-event.ts';
import type { RunOptions } from './run-options.ts';
import type { StopReason } from './stop-reason.ts';

/** What a run works with. */
export interface Job {
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly client: Client;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** Folder that is looked at about once a second for what `pauseRun`, `resumeRun` and `setRate` left there. */
  readonly folder?: string | undefined;
}

/** The two ways to stop a run from outside. */
export interface StopSignals {
  /** Waits for the answers that are on their way, writes them down, and ends. */
  readonly finish?: AbortSignal | undefined;
  /** Drops what is on its way; the ledger says of it that it may have landed. */
  readonly now?: AbortSignal | undefined;
}

/** Records that a retry has moved from one outcome to another. */
export interface Change {
  readonly kind: Kind;
  readonly from: Outcome;
  readonly to: Outcome;
  readonly records: number;
}

export interface RunResult {
  readonly end: 'finished' | 'stopped';
  /** Set when `end` is `stopped`. */
  readonly reason?: StopReason;
  readonly counts: CountsByKind;
  readonly changes: readonly Change[];
  /** Requests made, those without an answer included. */
  readonly requests: number;
}

export async function* run(
  _job: Job,
  _options: RunOptions,
  _stop: StopSignals = {},
): AsyncGenerator<RunEvent, RunResult> {
  throw new Error('not yet');
}
