import type { DatabaseSync } from 'node:sqlite';
import { type Kind, byKind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { JobTarget } from '../job/job-target.ts';
import { readCounts } from '../ledger/counts.ts';
import { destinationIn } from '../ledger/destination.ts';
import { none } from '../ledger/marks.ts';
import { plannedOf } from '../ledger/open-ledger.ts';
import type { KindCounts } from '../outcome.ts';
import type { StopReason } from '../stop-reason.ts';
import { readJob } from './read-job.ts';

/** rows = created + present + failed + skipped + unresolved + pending + rejected + merged + filtered */
export interface KindStatus extends KindCounts {
  readonly rows: number;
  /** Of `rows`, those that are in no input: placeholders, and later parts of texts that were split. */
  readonly made: number;
  readonly planned: number;
  readonly rejected: number;
  readonly merged: number;
  /** Rows that a filter of the mapping left out. */
  readonly filtered: number;
}

/** Where a job stands. */
export interface Status {
  readonly kinds: Readonly<Record<Kind, KindStatus>>;
  /** Where the records go; undefined before the first run. */
  readonly target: JobTarget | undefined;
  /** Times the job was run so far; 0 before the first. */
  readonly runs: number;
  /** Requests made in all runs. */
  readonly requests: number;
  /** Start of the latest run, milliseconds since 1970. */
  readonly startedAt: number | undefined;
  /** When a run last wrote into the ledger, milliseconds since 1970. */
  readonly lastChangeAt: number | undefined;
  /** How the latest run ended; absent while it goes on, and when it was killed. */
  readonly end: 'finished' | 'stopped' | undefined;
  readonly reason: StopReason | undefined;
  /** When it ended, milliseconds since 1970. */
  readonly endedAt: number | undefined;
}

/**
 * Where a job stands, from its two files. Reads only, and does not disturb a run that is going on.
 * @throws {PlanError} when there is no plan; a missing ledger only means that nothing was sent yet
 * @throws {LedgerError} when there is a ledger that cannot be read
 */
export function runStatus(planPath: string, ledgerPath: string): Status {
  return readJob(planPath, ledgerPath, statusOf);
}

/** @param db the ledger; undefined when nothing was sent yet */
export function statusOf(plan: Plan, db: DatabaseSync | undefined): Status {
  const counts = db === undefined ? undefined : readCounts(db, plannedOf(plan));
  const kinds = byKind<KindStatus>((kind) => {
    const { rows, made, planned, rejected, merged, filtered } = plan.summary.kinds[kind];
    const settled = counts?.[kind] ?? { ...none, pending: planned };
    return { ...settled, rows, made, planned, rejected, merged, filtered };
  });
  return {
    kinds,
    target: db === undefined ? undefined : destinationIn(db, db.location() ?? '').target,
    ...latestRun(db),
  };
}

function latestRun(db: DatabaseSync | undefined): Omit<Status, 'kinds' | 'target'> {
  const run = db?.prepare('SELECT * FROM runs ORDER BY number DESC LIMIT 1').get();
  const lanes = db
    ?.prepare('SELECT sum(requests) AS requests, max(changed_at) AS at FROM lanes')
    .get();
  const reason = run?.['reason'] as string | null | undefined;
  return {
    runs: (run?.['number'] as number | undefined) ?? 0,
    requests: (lanes?.['requests'] as number | null | undefined) ?? 0,
    startedAt: run?.['started_at'] as number | undefined,
    lastChangeAt: (lanes?.['at'] as number | null | undefined) ?? undefined,
    end: (run?.['end'] as Status['end'] | null | undefined) ?? undefined,
    reason: reason == null ? undefined : (JSON.parse(reason) as StopReason),
    endedAt: (run?.['ended_at'] as number | null | undefined) ?? undefined,
  };
}
