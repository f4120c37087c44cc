import type { Kind } from '@chatferry/contract';
import type { KindCounts } from '../outcome.ts';
import type { StopReason } from '../stop-reason.ts';

/** rows = created + present + failed + skipped + unresolved + pending + rejected + merged */
export interface KindStatus extends KindCounts {
  readonly rows: number;
  readonly planned: number;
  readonly rejected: number;
  readonly merged: number;
}

/** Where a job stands. */
export interface Status {
  readonly kinds: Readonly<Record<Kind, KindStatus>>;
  /** Times the job was run so far; 0 before the first. */
  readonly runs: number;
  /** Requests made in all runs. */
  readonly requests: number;
  /** Start of the latest run, milliseconds since 1970. */
  readonly startedAt: number | undefined;
  /** When the ledger was last written by a run, milliseconds since 1970. */
  readonly lastChangeAt: number | undefined;
  /** How the latest run ended; absent while it goes on, and when it was killed. */
  readonly end: 'finished' | 'stopped' | undefined;
  readonly reason: StopReason | undefined;
}

/**
 * Where a job stands, from its two files. Reads only, and does not disturb a run that is going on.
 * @throws {PlanError} when there is no plan; a missing ledger only means that nothing was sent yet
 * @throws {LedgerError}
 */
export function runStatus(_planPath: string, _ledgerPath: string): Status {
  throw new Error('not yet');
}
