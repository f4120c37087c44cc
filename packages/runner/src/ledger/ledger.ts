import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type ErrorDetails, type Kind, referredKinds } from '@chatferry/contract';
import { PRESENT_DIFFERS } from '../present/differing-text.ts';
import type { CountsByKind, Outcome } from '../outcome.ts';
import type { StopReason } from '../stop-reason.ts';
import type { BatchEntry, LaneStanding, StoredStanding } from './batch-entry.ts';
import { BatchWriter } from './batch-writer.ts';
import { type Planned, readCounts } from './counts.ts';
import { hasSettled, instanceIn, putInstance } from './destination.ts';
import { GroupCommit, transaction } from './group-commit.ts';
import { LedgerError, ledgerErrorFrom } from './ledger-error.ts';

/** A row of the table `outcomes`. */
export interface OutcomeRow {
  readonly seq: number;
  readonly position: number;
  readonly kind: Kind;
  readonly id: string;
  readonly outcome: Outcome;
  readonly code: string;
  readonly message: string;
  /** JSON of `ErrorDetails`. */
  readonly details: string | null;
  readonly cause: string | null;
  readonly mayHaveLanded: 0 | 1;
  readonly attempts: number;
  readonly file: string;
  readonly line: number;
}

/** What the service said of single fields of a record, if it said anything. */
export function detailsOf({ details }: Pick<OutcomeRow, 'details'>): { details?: ErrorDetails } {
  return details === null ? {} : { details: JSON.parse(details) as ErrorDetails };
}

const OUTCOME_COLUMNS =
  'seq, position, kind, id, outcome, code, message, details, cause, may_have_landed AS mayHaveLanded, attempts, file, line';

/** What became of a plan's records. Opened with `openLedger`; one process at a time writes it. */
export class Ledger implements Disposable {
  readonly path: string;
  readonly #db: DatabaseSync;
  readonly #planned: Planned;
  readonly #group: GroupCommit;
  readonly #writer: BatchWriter;
  readonly #putAnnounced: StatementSync;
  #diskError: LedgerError | undefined;

  constructor(path: string, db: DatabaseSync, planned: Planned) {
    this.path = path;
    this.#db = db;
    this.#planned = planned;
    this.#group = new GroupCommit(db);
    this.#writer = new BatchWriter(db);
    this.#putAnnounced = db.prepare(
      `INSERT INTO lanes VALUES (:kind, :lane, :upTo, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, :at)
       ON CONFLICT DO UPDATE SET announced = max(announced, :upTo), changed_at = :at`,
    );
  }

  /** How far each kind has got. */
  get counts(): CountsByKind {
    return this.#guarded(() => readCounts(this.#db, this.#planned));
  }

  /**
   * Writes a change down. Resolves once it is committed; changes of several lanes may share a transaction.
   * @throws {LedgerError} when the file cannot be written; then it stands as it was
   */
  async write(entry: BatchEntry): Promise<void> {
    await this.#commit(() => this.#writer.put(entry));
  }

  /** Whether a commit outlives a power cut, or only the end of this process. */
  setDurability(outlives: 'power-cut' | 'process-end'): void {
    this.#guarded(() =>
      this.#db.exec(`PRAGMA synchronous = ${outlives === 'power-cut' ? 'FULL' : 'NORMAL'}`),
    );
  }

  /** How far a lane has got. */
  lane(kind: Kind, lane: number): LaneStanding {
    const row = this.#get(
      'SELECT announced, settled, changed_at AS changedAt FROM lanes WHERE kind = ? AND lane = ?',
      kind,
      lane,
    );
    return (row as LaneStanding | undefined) ?? { announced: 0, settled: 0, changedAt: 0 };
  }

  /**
   * Says that batches of a lane may be sent from now on, up to a number.
   * @throws {LedgerError} when the file cannot be written
   */
  async announce(kind: Kind, lane: number, upTo: number, at: number): Promise<void> {
    await this.#commit(() => this.#putAnnounced.run({ kind, lane, upTo, at: Math.round(at) }));
  }

  /** The batches of a lane that are settled in part, or are to be sent again; in order. */
  openBatches(kind: Kind, lane: number): number[] {
    return this.#all(
      "SELECT seq FROM batches WHERE kind = ? AND lane = ? AND state = 'open' ORDER BY seq",
      kind,
      lane,
    ).map((row) => row['seq'] as number);
  }

  standing(seq: number): StoredStanding | undefined {
    const row = this.#get(
      'SELECT lane, state, marks, attempts, begun_at AS begunAt FROM batches WHERE seq = ?',
      seq,
    );
    return row as StoredStanding | undefined;
  }

  /** When something last changed about a batch that was begun, milliseconds since 1970. */
  changedAt(seq: number): number | undefined {
    const row = this.#get('SELECT changed_at AS at FROM batches WHERE seq = ?', seq);
    return row?.['at'] as number | undefined;
  }

  /** What is known of the records of one batch that did not simply land. */
  outcomesOf(seq: number): OutcomeRow[] {
    return this.#all(
      `SELECT ${OUTCOME_COLUMNS} FROM outcomes WHERE seq = ? ORDER BY position`,
      seq,
    ) as unknown as OutcomeRow[];
  }

  /** Records with one of these outcomes, in the order of the plan, read one at a time. */
  *outcomes(...wanted: readonly Outcome[]): Generator<OutcomeRow> {
    const list = wanted.map((outcome) => `'${outcome}'`).join(', ');
    const rows = this.#guarded(() =>
      this.#db
        .prepare(
          `SELECT ${OUTCOME_COLUMNS} FROM outcomes WHERE outcome IN (${list}) ORDER BY seq, position`,
        )
        .iterate(),
    );
    try {
      for (;;) {
        const row = this.#guarded(() => rows.next());
        if (row.done === true) return;
        yield row.value as unknown as OutcomeRow;
      }
    } finally {
      rows.return?.();
    }
  }

  /** The first records that were there before with other content. */
  differing(count: number): OutcomeRow[] {
    return this.#all(
      `SELECT ${OUTCOME_COLUMNS} FROM outcomes
       WHERE outcome = 'present' AND code = ? ORDER BY seq, position LIMIT ?`,
      PRESENT_DIFFERS,
      count,
    ) as unknown as OutcomeRow[];
  }

  /** Users and groups that failed or were skipped. */
  lostUsersAndGroups(): OutcomeRow[] {
    return this.#all(
      `SELECT ${OUTCOME_COLUMNS} FROM outcomes
       WHERE kind IN (SELECT value FROM json_each(?)) AND outcome IN ('failed', 'skipped')`,
      JSON.stringify(referredKinds),
    ) as unknown as OutcomeRow[];
  }

  /** Requests for a batch that got no good answer, oldest first. */
  troublesOf(seq: number): { at: number; records: number; code: string; message: string }[] {
    return this.#all(
      'SELECT at, records, code, message FROM troubles WHERE seq = ? ORDER BY rowid',
      seq,
    ) as never;
  }

  /** Settled batches of a kind, the latest first: some of them hold records that landed. */
  latestSettled(kind: Kind, count: number): { seq: number; marks: string }[] {
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

  /** The local service that the records went to; undefined before its first answer, and for the hosted service. */
  get instance(): string | undefined {
    return this.#guarded(() => instanceIn(this.#db));
  }

  /** Keeps the id of the local service that the records go to. */
  keepInstance(instance: string): void {
    this.#guarded(() => putInstance(this.#db, instance));
  }

  /** Whether any record has an outcome. */
  get hasSettled(): boolean {
    return this.#guarded(() => hasSettled(this.#db));
  }

  /** Notes that the job is run once more. @returns the number of the run, from 1 */
  beginRun(at: number): number {
    return this.#guarded(() =>
      Number(
        this.#db
          .prepare(
            `INSERT INTO runs (started_at, requests_before)
             VALUES (?, (SELECT coalesce(sum(requests), 0) FROM lanes))`,
          )
          .run(Math.round(at)).lastInsertRowid,
      ),
    );
  }

  endRun(number: number, at: number, reason: StopReason | undefined): void {
    this.#guarded(() =>
      this.#db
        .prepare('UPDATE runs SET ended_at = ?, end = ?, reason = ? WHERE number = ?')
        .run(
          Math.round(at),
          reason === undefined ? 'finished' : 'stopped',
          reason === undefined ? null : JSON.stringify(reason),
          number,
        ),
    );
  }

  /** Does several changes that are not a run's as one. @throws {LedgerError} when the file cannot be written */
  change<T>(work: (put: (entry: BatchEntry) => void) => T): T {
    return this.#guarded(() =>
      transaction(this.#db, () => work((entry) => this.#writer.put(entry))),
    );
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #commit(change: () => unknown): Promise<void> {
    try {
      await this.#group.commit(change);
    } catch (error) {
      throw this.#errorFrom(error);
    }
  }

  #get(sql: string, ...values: (string | number)[]): Record<string, unknown> | undefined {
    return this.#guarded(() => this.#db.prepare(sql).get(...values));
  }

  #all(sql: string, ...values: (string | number)[]): Record<string, unknown>[] {
    return this.#guarded(() => this.#db.prepare(sql).all(...values));
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#errorFrom(error);
    }
  }

  /** After an I/O error SQLite may report any page as damaged that it cannot read again; the first error is the true one. */
  #errorFrom(error: unknown): unknown {
    if (this.#diskError !== undefined) return this.#diskError;
    const said = ledgerErrorFrom(error, this.path);
    if (said instanceof LedgerError && said.code === 'disk-error') this.#diskError = said;
    return said;
  }
}
