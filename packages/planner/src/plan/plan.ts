import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { counted, type Kind } from '@chatferry/contract';
import { guardedRows } from '@chatferry/disk';
import { type Batch, entryOf } from './batch.ts';
import { readCodeTotals } from './code-totals.ts';
import { checksumOfDetails, DETAILS_CHECKSUM } from './details-checksum.ts';
import { inputOf, type InputRow } from './input-row.ts';
import { LandedRecords } from './landed-records.ts';
import type { MadeRecord } from './made-record.ts';
import { damagedPlan } from './plan-error.ts';
import type { StoredRowId } from './row-id.ts';
import type { PlanRules } from './plan-rules.ts';
import { planValues } from './plan-values.ts';
import type { CauseGroup, CodeTotal, PlanSummary, ProblemRoot } from './plan-summary.ts';
import { type PlanSegment, readSegments } from './plan-segment.ts';
import { Superseded } from './superseded.ts';
import { readProblemRoots } from './problem-roots.ts';
import type { CompanionFile, PlanInput } from './provenance.ts';
import { readCauses } from './read-causes.ts';
import { asPlanError } from './read-error.ts';
import { type BatchRow, StoredBatch } from './stored-batch.ts';
import { laneOfKind, usedLanes } from './used-lanes.ts';

/** A record in a batch. */
interface FoundRecord {
  readonly batch: Batch;
  /** 0-based, in the batch. */
  readonly index: number;
}

/**
 * A finished plan, which never changes. Any number of processes may read it concurrently. The plan of a follow job grows by segments; this
 * object contains the segments that existed when it was opened.
 */
export class Plan implements Disposable {
  readonly path: string;
  /** The content hash: the same for the same rows and rules. For a plan of several segments, the id of the last one. */
  readonly id: string;
  /** The parts of the plan, which never change. Only the plan of a follow job has several. */
  readonly segments: readonly PlanSegment[];
  /** The version of chatferry that made the plan. */
  readonly version: string;
  readonly summary: PlanSummary;
  /** The inputs that were passed to `finish`. */
  readonly inputs: readonly PlanInput[];
  /** Files that were written with the plan, as they were then. */
  readonly files: readonly CompanionFile[];
  readonly rules: PlanRules;
  readonly lanes: number;
  readonly config: unknown;
  readonly landed: LandedRecords;
  readonly #db: DatabaseSync;
  readonly #files: ReadonlyMap<number, string>;
  #usedLanes: ReadonlySet<string> | undefined;
  #superseded: { readonly afterSeq: number; readonly records: Superseded } | undefined;

  /** Use `openPlan`. */
  constructor(path: string, db: DatabaseSync) {
    this.path = path;
    this.#db = db;
    const valueOf = planValues(db);
    if (valueOf(DETAILS_CHECKSUM) !== checksumOfDetails(db))
      throw damagedPlan(
        path,
        'the checksum of its tables plan, segments and inputs does not match',
      );
    this.version = valueOf('version');
    this.rules = JSON.parse(valueOf('rules')) as PlanRules;
    this.lanes = this.rules.lanes;
    this.config = JSON.parse(valueOf('config'));
    this.files = JSON.parse(valueOf('files')) as CompanionFile[];
    const { segments, summary } = readSegments(db);
    this.segments = segments;
    this.id = segments.at(-1)!.id;
    this.summary = summary;
    const inputs = db.prepare('SELECT * FROM inputs ORDER BY no').all() as unknown as InputRow[];
    this.inputs = inputs.filter(({ sha256 }) => sha256 !== null).map(inputOf);
    this.#files = new Map(inputs.map(({ no, file }) => [no, file]));
    this.landed = new LandedRecords({ db, path, guarded: (open) => this.#guarded(open) });
  }

  /** Whether this plan has this id, or has grown from the plan with this id. */
  includes(id: string): boolean {
    return this.segments.some((segment) => segment.id === id);
  }

  /** Records that later segments replace; undefined for a plan of one segment. The first use reads the batches of all segments after the first. */
  get superseded(): Superseded | undefined {
    return this.supersededAfter(0);
  }

  /** As `superseded`, for the batches after the last batch of a segment. Reads only batches after it. */
  supersededAfter(seq: number): Superseded | undefined {
    const segments = this.segments.filter(({ last }) => last > seq);
    if (segments.length < 2) return undefined;
    if (this.#superseded?.afterSeq !== seq) {
      const records = new Superseded({ segments, batch: (each) => this.batch(each) });
      this.#superseded = { afterSeq: seq, records };
    }
    return this.#superseded.records;
  }

  /**
   * @throws {RangeError} when the plan never had such a batch
   * @throws {PlanError} `damaged` when the batch is missing, or its checksum does not match
   */
  batch(seq: number): Batch {
    const row = this.#read(() => this.#db.prepare('SELECT * FROM batches WHERE seq = ?').get(seq));
    if (row === undefined) {
      if (!this.hasBatch(seq)) throw new RangeError(`${this.path} has no batch ${seq}`);
      throw damagedPlan(this.path, `batch ${seq} is missing`);
    }
    return this.#batchOf(row as unknown as BatchRow);
  }

  /**
   * The batches of one kind in one lane, in order, read one at a time.
   *
   * @param afterSeq skips batches up to this number
   * @throws {PlanError} `damaged` at the first batch whose checksum does not match
   */
  *batches(kind: Kind, lane: number, afterSeq = 0): Generator<Batch> {
    this.#usedLanes ??= this.#read(() => usedLanes(this.#db));
    if (!this.#usedLanes.has(laneOfKind(kind, lane))) return;
    const sql =
      'SELECT * FROM batches WHERE kind = ? AND lane = ? AND seq > ? AND seq <= ? ORDER BY seq';
    for (const row of this.#each<BatchRow>(sql, kind, lane, afterSeq, this.summary.requests))
      yield this.#batchOf(row);
  }

  /** Every batch in the order of its number, read one at a time. @throws {PlanError} `damaged` at the first bad one */
  *allBatches(): Generator<Batch> {
    const sql = 'SELECT * FROM batches WHERE seq <= ? ORDER BY seq';
    for (const row of this.#each<BatchRow>(sql, this.summary.requests)) yield this.#batchOf(row);
  }

  /** Whether a sound copy of this plan has a batch with this number. */
  hasBatch(seq: number): boolean {
    return Number.isInteger(seq) && seq >= 1 && seq <= this.summary.requests;
  }

  batchCount(kind: Kind): number {
    return this.summary.kinds[kind].batches;
  }

  /**
   * The record with this id, found by scanning the batches of its kind: takes seconds for a plan of some gigabytes. Returns the record of the
   * last segment that has it.
   *
   * @returns undefined when no batch has it
   */
  find(kind: Kind, id: string): FoundRecord | undefined {
    return this.#having(kind, id, 'DESC').next().value ?? undefined;
  }

  /** The batches that have a record with this id, in their order, each with the record's position. Takes as long as `find`. */
  findAll(kind: Kind, id: string): Generator<FoundRecord, void> {
    return this.#having(kind, id, 'ASC');
  }

  *#having(kind: Kind, id: string, order: 'ASC' | 'DESC'): Generator<FoundRecord, void> {
    const key = new TextEncoder().encode(`${JSON.stringify(id)}:{`);
    const sql = `SELECT * FROM batches WHERE kind = ? AND instr(body, ?) > 0 AND seq <= ? ORDER BY seq ${order}`;
    for (const row of this.#each<BatchRow>(sql, kind, key, this.summary.requests)) {
      const batch = this.#batchOf(row);
      const index = batch.ends.findIndex((_, each) => entryOf(batch, each).id === id);
      if (index >= 0) yield { batch, index };
    }
  }

  /** Every group of problems, largest first. @param limit maximum number */
  causes(limit?: number): Generator<CauseGroup> {
    return this.#guarded(() => readCauses(this.#db, limit));
  }

  /** The problems by their roots, with the rows that each root costs. */
  problemRoots(): ProblemRoot[] {
    return this.#read(() => readProblemRoots(this.#db));
  }

  /** The problems by code, codes with the most rows first. */
  problemsByCode(): CodeTotal[] {
    return this.#read(() => readCodeTotals(this.#db));
  }

  /** The ids that were changed, by kind and legacy id. */
  idMap(): Generator<{ kind: Kind; legacy: string; service: string }> {
    return this.#each('SELECT kind, legacy, service FROM id_map ORDER BY kind, legacy');
  }

  /** The ids of users, groups or roles in the exports of this job and earlier jobs, if they were changed. */
  ownIds(kind: Kind): Generator<StoredRowId> {
    return this.#each('SELECT * FROM own_ids WHERE kind = ? ORDER BY legacy', kind);
  }

  /** The records that planning made for missing ones. @param limit maximum number */
  madeRecords(limit = -1): Generator<MadeRecord> {
    const sql = 'SELECT kind, id, rule, file, line FROM made_records ORDER BY kind, id LIMIT ?';
    return this.#each(sql, limit);
  }

  /** The record that planning made under this id, if any. */
  madeRecord(kind: Kind, id: string): MadeRecord | undefined {
    const sql = 'SELECT kind, id, rule, file, line FROM made_records WHERE kind = ? AND id = ?';
    return [...this.#each<MadeRecord>(sql, kind, id)][0];
  }

  /** Reads everything and compares it with the checksums. @throws {PlanError} `damaged` */
  check(): void {
    const result = this.#read(() => this.#db.prepare('PRAGMA integrity_check(1)').get());
    if (result?.['integrity_check'] !== 'ok')
      throw damagedPlan(this.path, 'its pages contradict each other');
    const { requests } = this.summary;
    let batches = 0;
    for (const _ of this.allBatches()) batches++;
    if (batches !== requests)
      throw damagedPlan(
        this.path,
        `it has ${counted(batches, 'batch', 'batches')} instead of ${requests}`,
      );
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #batchOf(row: BatchRow): Batch {
    return new StoredBatch(row, this.#files, this.path);
  }

  #each<Row>(sql: string, ...values: SQLInputValue[]): Generator<Row> {
    return this.#guarded(() => this.#db.prepare(sql).iterate(...values) as Iterator<Row>);
  }

  #guarded<T>(open: () => Iterator<T>): Generator<T, void, undefined> {
    return guardedRows((read) => this.#read(read), open);
  }

  #read<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw asPlanError(error, this.path);
    }
  }
}
