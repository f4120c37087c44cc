import type { DatabaseSync } from 'node:sqlite';
import type { Kind } from '@chatferry/contract';
import type { CountsByKind, Outcome } from '../../terms/outcome.ts';
import type { BatchState, countMarks, Mark } from '../marks.ts';
import { none } from '../../terms/outcome-counts.ts';
import { type PlannedCounts, readCounts } from './counts.ts';
import type { JobTarget } from '../job-target.ts';
import type { MinuteRow } from '../minute-row.ts';
import { destinationIn, hasBegun } from './destination.ts';
import {
  type Largest,
  type LossGroup,
  lossGroups,
  type SkipGroup,
  skipGroups,
} from './losses-by-cause.ts';
import { ErrorGuard } from './error-guard.ts';
import { LedgerRows } from './ledger-rows.ts';
import { readMinutes } from './read-minutes.ts';
import { latestRun, type LatestRun, type PastRun, runHistory, sentByChat } from './run-history.ts';
import { Statements } from './statements.ts';
import { type TroubleGroup, troubleGroups } from './troubles-by-code.ts';

/** A batch as the ledger holds it. */
export interface BatchRow {
  readonly seq: number;
  readonly kind: Kind;
  readonly lane: number;
  readonly state: BatchState;
  readonly attempts: number;
  readonly marks: string;
}

/** The totals that the ledger keeps of a lane. */
export type LaneTotals = ReturnType<typeof countMarks> & { readonly requests: number };

/** An outcome with the mark of the same record. */
export interface MarkedOutcome {
  readonly kind: Kind;
  readonly id: string;
  readonly outcome: Outcome;
  /** `undefined` when the batch of the record has no marks. */
  readonly mark: Mark | undefined;
  /** The state of the record's batch. */
  readonly state: BatchState;
}

/** Reads a ledger at one moment, for reports and checks. Throws errors of SQLite; `readJob` turns them into ledger errors. */
export class LedgerReader {
  /** Reads single rows. */
  readonly rows: LedgerRows;
  readonly #db: DatabaseSync;
  readonly #statements: Statements;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.rows = new LedgerRows(db, new ErrorGuard(db.location() ?? ''));
    this.#statements = new Statements(db);
  }

  counts(planned: PlannedCounts): CountsByKind {
    return readCounts(this.#db, planned);
  }

  /** Where records went, or may have gone; undefined before the first record. @throws {LedgerError} `no-target` */
  sentTo(): JobTarget | undefined {
    const { target } = destinationIn(this.#db, this.#db.location() ?? '');
    return hasBegun(this.#db) ? target : undefined;
  }

  runHistory(): PastRun[] {
    return runHistory(this.#db);
  }

  latestRun(): LatestRun {
    return latestRun(this.#db);
  }

  lossGroups(limit: number): Largest<LossGroup> {
    return lossGroups(this.#db, limit);
  }

  skipGroups(limit: number): Largest<SkipGroup> {
    return skipGroups(this.#db, limit);
  }

  troubleGroups(limit: number): readonly TroubleGroup[] {
    return troubleGroups(this.#db, limit);
  }

  minutes(): MinuteRow[] {
    return readMinutes(this.#db);
  }

  /** The kinds that any run has sent through the chat endpoints. */
  sentByChat(): ReadonlySet<Kind> {
    return sentByChat(this.#db);
  }

  /** Whether the pages of the file agree with each other. */
  hasSoundPages(): boolean {
    return this.#db.prepare('PRAGMA integrity_check(1)').get()!['integrity_check'] === 'ok';
  }

  /** The batches of a lane in the order of their numbers, read one at a time. */
  laneBatches(kind: Kind, lane: number): IterableIterator<BatchRow> {
    return this.#db
      .prepare(
        'SELECT seq, kind, lane, state, attempts, marks FROM batches WHERE kind = ? AND lane = ? ORDER BY seq',
      )
      .iterate(kind, lane) as unknown as IterableIterator<BatchRow>;
  }

  /** Every batch in the order of its number, read one at a time. */
  batches(): IterableIterator<Pick<BatchRow, 'seq' | 'kind' | 'lane'>> {
    return this.#db
      .prepare('SELECT seq, kind, lane FROM batches ORDER BY seq')
      .iterate() as unknown as IterableIterator<BatchRow>;
  }

  /** The last settled batch of a lane; 0 without one. */
  settledIn(kind: Kind, lane: number): number {
    const sql = 'SELECT settled FROM lanes WHERE kind = ? AND lane = ?';
    return (this.#statements.of(sql).get(kind, lane)?.['settled'] as number | undefined) ?? 0;
  }

  laneTotals(kind: Kind, lane: number): LaneTotals {
    const row = this.#statements
      .of(
        `SELECT requests, created, present, present_by_this_job AS presentByThisJob, present_same AS presentSame,
                present_different AS presentDifferent, failed, skipped, unresolved
         FROM lanes WHERE kind = ? AND lane = ?`,
      )
      .get(kind, lane);
    return (row as unknown as LaneTotals | undefined) ?? { ...none, requests: 0 };
  }

  /** Every outcome, read one at a time. */
  *markedOutcomes(): Generator<MarkedOutcome> {
    const rows = this.#db
      .prepare(
        `SELECT o.kind, o.id, o.outcome, nullif(substr(b.marks, o.position + 1, 1), '') AS mark, b.state
         FROM outcomes o LEFT JOIN batches b USING (seq)`,
      )
      .iterate() as unknown as Iterable<Omit<MarkedOutcome, 'mark'> & { mark: Mark | null }>;
    for (const row of rows) yield { ...row, mark: row.mark ?? undefined };
  }
}
