import type { DatabaseSync } from 'node:sqlite';
import { guardedRows } from '@chatferry/disk';
import { type ErrorDetails, type Kind, referredKinds } from '@chatferry/contract';
import { PRESENT_DIFFERS, type Outcome } from '../../terms/outcome.ts';
import type { LoggedTrouble, StoredBatch, StoredOutcome } from '../batch-entry.ts';
import type { SettledBatch } from '../ledger-store.ts';
import type { ErrorGuard } from './error-guard.ts';
import { Statements } from './statements.ts';

interface LaneRow {
  readonly announced: number;
  readonly settled: number;
  readonly announcedAt: number;
}

interface OutcomeRow extends Omit<StoredOutcome, 'details' | 'cause' | 'mayHaveLanded'> {
  readonly details: string | null;
  readonly cause: string | null;
  readonly mayHaveLanded: 0 | 1;
}

const OUTCOME_COLUMNS =
  'seq, position, kind, id, outcome, code, message, details, cause, may_have_landed AS mayHaveLanded, attempts, file, line';

/** Reads single rows of a ledger: lanes, batches, outcomes and troubles. @throws {LedgerError} from every method */
export class LedgerRows {
  readonly #db: DatabaseSync;
  readonly #statements: Statements;
  readonly #guard: ErrorGuard;

  constructor(db: DatabaseSync, guard: ErrorGuard) {
    this.#db = db;
    this.#statements = new Statements(db);
    this.#guard = guard;
  }

  /** How far a lane has got. */
  lane(kind: Kind, lane: number): LaneRow {
    const row = this.#get(
      'SELECT announced, settled, announced_at AS announcedAt FROM lanes WHERE kind = ? AND lane = ?',
      kind,
      lane,
    );
    return (row as LaneRow | undefined) ?? { announced: 0, settled: 0, announcedAt: 0 };
  }

  /** The last open batch of a lane; 0 without one. */
  lastOpen(kind: Kind, lane: number): number {
    const row = this.#get(
      "SELECT max(seq) AS seq FROM batches WHERE kind = ? AND lane = ? AND state = 'open'",
      kind,
      lane,
    );
    return (row?.['seq'] as number | null | undefined) ?? 0;
  }

  /** The next open batch of a lane. */
  openAfter(kind: Kind, lane: number, seq: number): number | undefined {
    const row = this.#get(
      "SELECT seq FROM batches WHERE kind = ? AND lane = ? AND state = 'open' AND seq > ? ORDER BY seq LIMIT 1",
      kind,
      lane,
      seq,
    );
    return row?.['seq'] as number | undefined;
  }

  batch(seq: number): StoredBatch | undefined {
    const row = this.#get(
      'SELECT lane, state, marks, attempts, begun_at AS begunAt FROM batches WHERE seq = ?',
      seq,
    );
    return row as StoredBatch | undefined;
  }

  /** When something last changed about a batch that was begun, milliseconds since 1970. */
  changedAt(seq: number): number | undefined {
    const row = this.#get('SELECT changed_at AS at FROM batches WHERE seq = ?', seq);
    return row?.['at'] as number | undefined;
  }

  /** The outcomes of a batch's records that did not simply land. */
  outcomesOf(seq: number): StoredOutcome[] {
    return this.#outcomes('WHERE seq = ? ORDER BY position', seq);
  }

  outcomeOf(kind: Kind, id: string): StoredOutcome | undefined {
    return this.#outcomes('WHERE kind = ? AND id = ? LIMIT 1', kind, id)[0];
  }

  /** Records with one of these outcomes, in the order of the plan, read one at a time. */
  *outcomes(...wanted: readonly Outcome[]): Generator<StoredOutcome> {
    const list = wanted.map((outcome) => `'${outcome}'`).join(', ');
    const sql = `SELECT ${OUTCOME_COLUMNS} FROM outcomes WHERE outcome IN (${list}) ORDER BY seq, position`;
    const rows = guardedRows(
      (read) => this.#guard.run(read),
      () => this.#db.prepare(sql).iterate(),
    );
    for (const row of rows) yield this.#outcomeFrom(row as unknown as OutcomeRow);
  }

  /** The first records that were present before the job with other content. */
  differing(count: number): StoredOutcome[] {
    const where = "WHERE outcome = 'present' AND code = ? ORDER BY seq, position LIMIT ?";
    return this.#outcomes(where, PRESENT_DIFFERS, count);
  }

  /** Users and groups that failed or were skipped. */
  lostUsersAndGroups(): StoredOutcome[] {
    const where =
      "WHERE kind IN (SELECT value FROM json_each(?)) AND outcome IN ('failed', 'skipped')";
    return this.#outcomes(where, JSON.stringify(referredKinds));
  }

  /** Requests for a batch that got no good answer, oldest first. */
  troublesOf(seq: number): (LoggedTrouble & { readonly at: number })[] {
    return this.#all(
      'SELECT at, records, code, message FROM troubles WHERE seq = ? ORDER BY rowid',
      seq,
    ) as never;
  }

  /** Settled batches of a kind, the latest first. */
  latestSettled(kind: Kind, count: number): SettledBatch[] {
    return this.#all(
      "SELECT seq, marks FROM batches WHERE kind = ? AND state = 'settled' ORDER BY seq DESC LIMIT ?",
      kind,
      count,
    ) as never;
  }

  /** When a run last wrote something, milliseconds since 1970. */
  get lastChangeAt(): number | undefined {
    const row = this.#get('SELECT max(changed_at) AS at FROM lanes');
    return (row?.['at'] as number | null | undefined) ?? undefined;
  }

  #outcomes(where: string, ...values: (string | number)[]): StoredOutcome[] {
    const rows = this.#all(`SELECT ${OUTCOME_COLUMNS} FROM outcomes ${where}`, ...values);
    return (rows as unknown as OutcomeRow[]).map((row) => this.#outcomeFrom(row));
  }

  #outcomeFrom(row: OutcomeRow): StoredOutcome {
    return this.#guard.run(() => outcomeFrom(row));
  }

  #get(sql: string, ...values: (string | number)[]): Record<string, unknown> | undefined {
    return this.#guard.run(() => this.#statements.of(sql).get(...values));
  }

  #all(sql: string, ...values: (string | number)[]): Record<string, unknown>[] {
    return this.#guard.run(() => this.#statements.of(sql).all(...values));
  }
}

function outcomeFrom({ details, cause, mayHaveLanded, ...row }: OutcomeRow): StoredOutcome {
  return {
    ...row,
    cause: cause ?? undefined,
    mayHaveLanded: mayHaveLanded === 1,
    ...(details === null ? {} : { details: JSON.parse(details) as ErrorDetails }),
  };
}
