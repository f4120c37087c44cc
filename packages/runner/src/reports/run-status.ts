import { type Kind, byKind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { JobTarget } from '../ledger/job-target.ts';
import { none } from '../terms/outcome-counts.ts';
import { plannedOf } from '../ledger/sqlite/open-ledger.ts';
import type { KindCounts } from '../terms/outcome.ts';
import type { LedgerReader } from '../ledger/sqlite/ledger-reader.ts';
import type { LatestRun } from '../ledger/sqlite/run-history.ts';
import { replacedLosses } from './replaced-losses.ts';
import { readJob } from '../ledger/sqlite/read-job.ts';

/** rows = created + present + failed + skipped + unresolved + pending + rejected + merged + filtered + unchanged + changed + updated */
export interface KindStatus extends KindCounts {
  readonly rows: number;
  /** How many of `rows` are in no input: records that planning made. */
  readonly made: number;
  /** `made` by the setting or the field that makes the records. */
  readonly madeBy: Readonly<Record<string, number>>;
  readonly planned: number;
  readonly rejected: number;
  /** Includes records that did not land but that a later segment contains. */
  readonly merged: number;
  /** Rows that a filter of the mapping left out. */
  readonly filtered: number;
  /** Rows whose record landed in an earlier job, with the same content. */
  readonly unchanged: number;
  /** Rows whose record landed in an earlier job with other content, and cannot be updated whole. */
  readonly changed: number;
  /** Rows whose record landed in an earlier job with other content, and has an update as a record of its own. */
  readonly updated: number;
}

/** How far a job is. */
export interface Status extends LatestRun {
  readonly kinds: Readonly<Record<Kind, KindStatus>>;
  /** Where records went, or may have gone; undefined before the first record. */
  readonly target: JobTarget | undefined;
}

/**
 * How far a job is, from its two files. Reads only, and does not disturb a run in progress.
 * @throws {PlanError} when there is no plan; a missing ledger only means that nothing was sent yet
 * @throws {LedgerError} when there is a ledger that cannot be read
 */
export function runStatus(planPath: string, ledgerPath: string): Status {
  return readJob(planPath, ledgerPath, statusOf);
}

/** @param ledger undefined when nothing was sent yet */
export function statusOf(plan: Plan, ledger: LedgerReader | undefined): Status {
  const counts = ledger?.counts(plannedOf(plan));
  const replaced = replacedLosses(plan, ledger);
  const kinds = byKind<KindStatus>((kind) => {
    const { rows, made, madeBy, planned, ...rest } = plan.summary.kinds[kind];
    const { rejected, merged, filtered, unchanged, changed, updated } = rest;
    const settled = counts?.[kind] ?? { ...none, pending: planned };
    const { failed, skipped, unresolved } = replaced[kind];
    const replacedRows = failed + skipped + unresolved;
    return {
      ...settled,
      failed: settled.failed - failed,
      skipped: settled.skipped - skipped,
      unresolved: settled.unresolved - unresolved,
      rows,
      made,
      madeBy,
      planned: planned - replacedRows,
      rejected,
      merged: merged + replacedRows,
      filtered,
      unchanged,
      changed,
      updated,
    };
  });
  return {
    kinds,
    target: ledger?.sentTo(),
    ...(ledger?.latestRun() ?? NEVER_RUN),
  };
}

const NEVER_RUN: LatestRun = {
  runs: 0,
  requests: 0,
  startedAt: undefined,
  lastChangeAt: undefined,
  end: undefined,
  reason: undefined,
  endedAt: undefined,
};
