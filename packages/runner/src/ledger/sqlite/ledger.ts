import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Kind } from '@chatferry/contract';
import { transaction } from '@chatferry/disk';
import type { Durability } from '../../fast-path/durability.ts';
import type { CountsByKind } from '../../terms/outcome.ts';
import type { StopReason } from '../../terms/stop-reason.ts';
import type { BatchEntry, StoredBatch, StoredOutcome } from '../batch-entry.ts';
import type { LaneStart, LedgerStore, OpenBatch, Routes, SettledBatch } from '../ledger-store.ts';
import type { MinuteRow } from '../minute-row.ts';
import { BatchWriter } from './batch-writer.ts';
import { type PlannedCounts, readCounts } from './counts.ts';
import {
  hasSettled,
  instanceIn,
  isLiveAllowedIn,
  putInstance,
  putLiveAllowed,
} from './destination.ts';
import { ErrorGuard } from './error-guard.ts';
import { GroupCommit } from './group-commit.ts';
import { LedgerRows } from './ledger-rows.ts';
import { MessageIds } from './message-ids.ts';
import { sentByChat } from './run-history.ts';

/** The ledger of a job in a SQLite file. Opened with `openLedger`; one process at a time writes it. */
export class Ledger implements LedgerStore, Disposable {
  readonly path: string;
  /** Reads single rows. */
  readonly rows: LedgerRows;
  readonly messageIds: MessageIds;
  readonly #db: DatabaseSync;
  readonly #planned: PlannedCounts;
  readonly #guard: ErrorGuard;
  readonly #group: GroupCommit;
  readonly #writer: BatchWriter;
  readonly #putAnnounced: StatementSync;

  constructor(path: string, db: DatabaseSync, planned: PlannedCounts) {
    this.path = path;
    this.#db = db;
    this.#planned = planned;
    this.#guard = new ErrorGuard(path);
    this.rows = new LedgerRows(db, this.#guard);
    this.messageIds = new MessageIds(db, this.#guard);
    this.#group = new GroupCommit(db);
    this.#writer = new BatchWriter(db);
    // `announced_at` stays while a batch is announced and not settled.
    this.#putAnnounced = db.prepare(
      `INSERT INTO lanes VALUES (?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ?)
       ON CONFLICT DO UPDATE SET
         announced_at = iif(announced > settled AND announced_at > 0, announced_at, excluded.announced_at),
         announced = max(announced, excluded.announced), changed_at = excluded.changed_at`,
    );
  }

  async beginRun(at: number, routes: Routes = {}): Promise<number> {
    return this.#guard.run(() =>
      Number(
        this.#db
          .prepare(
            `INSERT INTO runs (started_at, routes, requests_before)
             VALUES (?, ?, (SELECT coalesce(sum(requests), 0) FROM lanes))`,
          )
          .run(Math.round(at), JSON.stringify(routes)).lastInsertRowid,
      ),
    );
  }

  async allowLive(): Promise<void> {
    this.#guard.run(() => putLiveAllowed(this.#db));
  }

  async isLiveAllowed(): Promise<boolean> {
    return this.#guard.run(() => isLiveAllowedIn(this.#db));
  }

  async endRun(number: number, at: number, reason: StopReason | undefined): Promise<void> {
    this.#guard.run(() =>
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

  async setDurability(outlives: Durability): Promise<void> {
    this.#guard.run(() =>
      this.#db.exec(`PRAGMA synchronous = ${outlives === 'power-cut' ? 'FULL' : 'NORMAL'}`),
    );
  }

  async open(kind: Kind, lanes: readonly number[]): Promise<readonly LaneStart[]> {
    return lanes.map((lane) => {
      const { announced, settled, announcedAt } = this.rows.lane(kind, lane);
      const resumeAfter = Math.max(settled, this.rows.lastOpen(kind, lane));
      const openBatches = (): AsyncIterable<OpenBatch> => this.#openBatches(kind, lane);
      return { lane, announced, announcedAt, resumeAfter, openBatches };
    });
  }

  async *#openBatches(kind: Kind, lane: number): AsyncGenerator<OpenBatch> {
    for (let seq = this.rows.openAfter(kind, lane, 0); seq !== undefined;) {
      yield { seq, stored: this.rows.batch(seq)!, outcomes: this.rows.outcomesOf(seq) };
      seq = this.rows.openAfter(kind, lane, seq);
    }
  }

  async announce(kind: Kind, lane: number, upTo: number, at: number): Promise<void> {
    const ms = Math.round(at);
    await this.#commit(() => this.#putAnnounced.run(kind, lane, upTo, ms, ms));
  }

  async write(entry: BatchEntry): Promise<void> {
    await this.#commit(() => this.#writer.put(entry));
  }

  async writeAll(entries: readonly BatchEntry[]): Promise<void> {
    this.change((put) => entries.forEach((entry) => put(entry)));
  }

  async addMinutes(rows: readonly MinuteRow[]): Promise<void> {
    await this.#commit(() => {
      const put = this.#db.prepare(
        `INSERT INTO minutes
         VALUES (:minute, :kind, :records, :requests, :again, :quota, :waitedMs, :why, :latency)`,
      );
      for (const row of rows) put.run({ ...row, latency: JSON.stringify(row.latency) });
    });
  }

  async counts(): Promise<CountsByKind> {
    return this.#guard.run(() => readCounts(this.#db, this.#planned));
  }

  async lastChangeAt(): Promise<number | undefined> {
    return this.rows.lastChangeAt;
  }

  async batch(seq: number): Promise<StoredBatch | undefined> {
    return this.rows.batch(seq);
  }

  async latestSettled(kind: Kind, count: number): Promise<readonly SettledBatch[]> {
    return this.rows.latestSettled(kind, count);
  }

  async outcomeOf(kind: Kind, id: string): Promise<StoredOutcome | undefined> {
    return this.rows.outcomeOf(kind, id);
  }

  async lostUsersAndGroups(): Promise<readonly StoredOutcome[]> {
    return this.rows.lostUsersAndGroups();
  }

  async differing(count: number): Promise<readonly StoredOutcome[]> {
    return this.rows.differing(count);
  }

  /** The local service that the records went to; undefined before its first answer, and for the hosted service. */
  get instance(): string | undefined {
    return this.#guard.run(() => instanceIn(this.#db));
  }

  /** Keeps the id of the local service that the records go to. */
  keepInstance(instance: string): void {
    this.#guard.run(() => putInstance(this.#db, instance));
  }

  /** The kinds that any run has sent through the chat endpoints, to which the service gives times of its own. */
  get sentByChat(): ReadonlySet<Kind> {
    return this.#guard.run(() => sentByChat(this.#db));
  }

  /** Whether any record has an outcome. */
  get hasSettled(): boolean {
    return this.#guard.run(() => hasSettled(this.#db));
  }

  /** Makes several changes outside a run, in one transaction. @throws {LedgerError} when nothing was changed */
  change<T>(work: (put: (entry: BatchEntry) => void) => T): T {
    return this.#guard.run(() =>
      transaction(this.#db, () => work((entry) => this.#writer.put(entry))),
    );
  }

  /** Moves everything into the main file, so that it can be renamed. */
  foldLog(): void {
    this.#guard.run(() => this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
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
      throw this.#guard.errorFrom(error);
    }
  }
}
