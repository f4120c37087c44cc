import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { counted, column, type Kind, pairHash } from '@chatferry/contract';
import { guardedRows } from '@chatferry/disk';
import { type Batch, entryOf } from './batch.ts';
import { readCodeTotals } from './code-totals.ts';
import { checksumOfDetails, DETAILS_CHECKSUM } from './details-checksum.ts';
import { inputOf, type InputRow } from './input-row.ts';
import { columnsOf, isMessage, type LandedPart, landedParts, widthOf } from './landed-parts.ts';
import type { MadeRecord } from './made-record.ts';
import { damagedPlan } from './plan-error.ts';
import type { StoredRowId } from './row-id.ts';
import type { PlanRules } from './plan-rules.ts';
import type { CauseGroup, CodeTotal, PlanSummary, ProblemRoot } from './plan-summary.ts';
import { readProblemRoots } from './problem-roots.ts';
import type { CompanionFile, PlanInput } from './provenance.ts';
import { readCauses } from './read-causes.ts';
import { asPlanError } from './read-error.ts';
import { type BatchRow, StoredBatch } from './stored-batch.ts';

/** A finished plan: it never changes, and any number of processes may read it concurrently. */
export class Plan implements Disposable {
  readonly path: string;
  /** The content hash: the same for the same rows and rules. */
  readonly id: string;
  /** The version of chatferry that made it. */
  readonly version: string;
  readonly summary: PlanSummary;
  /** The inputs that were passed to `finish`. */
  readonly inputs: readonly PlanInput[];
  /** Files that were written with the plan, in their state at that time. */
  readonly files: readonly CompanionFile[];
  readonly rules: PlanRules;
  readonly config: unknown;
  readonly #db: DatabaseSync;
  readonly #files: ReadonlyMap<number, string>;

  /** Use `openPlan`. */
  constructor(path: string, db: DatabaseSync) {
    this.path = path;
    this.#db = db;
    const rows = db.prepare('SELECT key, value FROM plan').all() as {
      key: string;
      value: string;
    }[];
    const values = new Map(rows.map(({ key, value }) => [key, value]));
    if (need(values, DETAILS_CHECKSUM) !== checksumOfDetails(db))
      throw damagedPlan(
        path,
        'the checksum of its tables plan, segments and inputs does not match',
      );
    this.version = need(values, 'version');
    this.rules = JSON.parse(need(values, 'rules')) as PlanRules;
    this.config = JSON.parse(need(values, 'config'));
    this.files = JSON.parse(need(values, 'files')) as CompanionFile[];
    const { id, summary } = onlySegment(db);
    this.id = id;
    this.summary = JSON.parse(summary) as PlanSummary;
    const inputs = db.prepare('SELECT * FROM inputs ORDER BY no').all() as unknown as InputRow[];
    this.inputs = inputs.filter(({ sha256 }) => sha256 !== null).map(inputOf);
    this.#files = new Map(inputs.map(({ no, file }) => [no, file]));
  }

  get lanes(): number {
    return this.rules.lanes;
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
    if (this.batchCount(kind) === 0) return; // True of most kinds in most plans.
    const sql = 'SELECT * FROM batches WHERE kind = ? AND lane = ? AND seq > ? ORDER BY seq';
    for (const row of this.#each<BatchRow>(sql, kind, lane, afterSeq)) yield this.#batchOf(row);
  }

  /** Every batch in the order of its number, read one at a time. @throws {PlanError} `damaged` at the first bad one */
  *allBatches(): Generator<Batch> {
    for (const row of this.#each<BatchRow>('SELECT * FROM batches ORDER BY seq'))
      yield this.#batchOf(row);
  }

  /** Whether a sound copy of this plan has a batch with this number. */
  hasBatch(seq: number): boolean {
    return Number.isInteger(seq) && seq >= 1 && seq <= this.summary.requests;
  }

  batchCount(kind: Kind): number {
    return this.summary.kinds[kind].batches;
  }

  /**
   * The record with this id, found by scanning the batches of its kind: takes seconds for a plan of some gigabytes.
   *
   * @returns undefined when there is none
   */
  find(kind: Kind, id: string): { batch: Batch; index: number } | undefined {
    const key = new TextEncoder().encode(`${JSON.stringify(id)}:{`);
    const sql = 'SELECT * FROM batches WHERE kind = ? AND instr(body, ?) > 0 ORDER BY seq';
    for (const row of this.#each<BatchRow>(sql, kind, key)) {
      const batch = this.#batchOf(row);
      const index = batch.ends.findIndex((_, each) => entryOf(batch, each).id === id);
      if (index >= 0) return { batch, index };
    }
    return undefined;
  }

  /** Every group of problems, largest first. @param limit maximum number */
  causes(limit?: number): Generator<CauseGroup> {
    return this.#guarded(() => readCauses(this.#db, limit));
  }

  /** The problems by their roots, with the rows that each root costs. */
  problemRoots(): ProblemRoot[] {
    return this.#read(() => readProblemRoots(this.#db));
  }

  /** The problems by code, those with most rows first. */
  problemsByCode(): CodeTotal[] {
    return this.#read(() => readCodeTotals(this.#db));
  }

  /** The ids that were changed, by kind and legacy id. */
  idMap(): Generator<{ kind: Kind; legacy: string; service: string }> {
    return this.#each('SELECT kind, legacy, service FROM id_map ORDER BY kind, legacy');
  }

  /** The ids of users, groups or roles as the exports of this job and those before it have them, if they were changed. */
  ownIds(kind: Kind): Generator<StoredRowId> {
    return this.#each('SELECT * FROM own_ids WHERE kind = ? ORDER BY legacy', kind);
  }

  /** The records that planning made for missing ones. @param limit maximum number */
  madeRecords(limit = -1): Generator<MadeRecord> {
    const sql = 'SELECT kind, id, rule, file, line FROM made_records ORDER BY kind, id LIMIT ?';
    return this.#each(sql, limit);
  }

  /** The record that planning made under this id, if it made one. */
  madeRecord(kind: Kind, id: string): MadeRecord | undefined {
    const sql = 'SELECT kind, id, rule, file, line FROM made_records WHERE kind = ? AND id = ?';
    return [...this.#each<MadeRecord>(sql, kind, id)][0];
  }

  /** The records of a kind that landed before this job, if the plan was made after another job. */
  landed(kind: Kind): Generator<LandedPart> {
    return this.#guarded(() => landedParts(this.#db, kind));
  }

  /** The messages that landed before this job, with their times in UNIX seconds; 0 for replies. */
  *landedMessages(kind: 'messages' | 'replies'): Generator<{ muid: string; sentAt: number }> {
    const width = widthOf(kind);
    for (const { ids, numbers } of this.landed(kind))
      for (const [position, muid] of ids.entries())
        yield { muid, sentAt: isMessage(kind) ? numbers[position * width + 1]! : 0 };
  }

  /** One number for each group that landed before this job and has an owner: as `pairHash` makes it of the two ids. */
  *landedOwners(): Generator<number> {
    for (const part of this.landed('groups'))
      for (const position of part.ids.keys()) {
        const columns = columnsOf(part, position);
        const owner = columns[column.user]!;
        if (owner !== 0) yield pairHash(columns[column.idHash]!, owner);
      }
  }

  /** Whether a record landed before this job. */
  hasLanded(kind: Kind, id: string): boolean {
    const sql = 'SELECT ids FROM landed WHERE kind = ? AND instr(ids, ?) > 0';
    return [...this.#each<{ ids: string }>(sql, kind, JSON.stringify(id))].length > 0;
  }

  /** Reads everything and compares it with the checksums. @throws {PlanError} `damaged` */
  check(): void {
    const result = this.#read(() => this.#db.prepare('PRAGMA integrity_check(1)').get());
    if (result?.['integrity_check'] !== 'ok')
      throw damagedPlan(this.path, 'its pages contradict each other');
    let batches = 0;
    for (const row of this.#each<BatchRow>('SELECT * FROM batches')) {
      this.#batchOf(row);
      batches++;
    }
    const { requests } = this.summary;
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

function onlySegment(db: DatabaseSync): { readonly id: string; readonly summary: string } {
  const [segment, another] = db.prepare('SELECT id, summary FROM segments').all();
  if (segment === undefined || another !== undefined)
    throw new TypeError('the table segments does not have one row');
  return segment as never;
}

function need(values: ReadonlyMap<string, string>, key: string): string {
  const value = values.get(key);
  if (value === undefined) throw new TypeError(`no ${key} in table plan`);
  return value;
}
