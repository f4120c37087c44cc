import { existsSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Kind, MappedKind } from '@chatferry/contract';
import { type Batch, entryOf } from './batch.ts';
import { readCauses } from './read-causes.ts';
import { readProblemRoots } from './problem-roots.ts';
import { readCodeTotals } from './code-totals.ts';
import { checksumOfDetails, DETAILS_CHECKSUM } from './details-checksum.ts';
import { damagedPlan, PlanError } from './plan-error.ts';
import type { PlanRules } from './plan-rules.ts';
import { APPLICATION_ID, FORMAT } from './plan-schema.ts';
import type { CauseGroup, CodeTotal, PlanSummary, ProblemRoot } from './plan-summary.ts';
import type { CompanionFile, PlanInput } from './provenance.ts';
import { type BatchRow, StoredBatch } from './stored-batch.ts';

/**
 * Opens a plan for reading.
 *
 * @throws {PlanError} `no-plan`, `not-a-plan`, `other-version` or `damaged`
 */
export function openPlan(path: string): Plan {
  if (!existsSync(path))
    throw new PlanError(
      'no-plan',
      `There is no plan at ${path}.`,
      'Make one with `chatferry plan`.',
    );
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    checkFormat(db, path);
    return new Plan(path, db);
  } catch (error) {
    db?.close();
    throw asPlanError(error, path);
  }
}

/** A finished plan: it never changes, and any number of processes may read it concurrently. */
export class Plan implements Disposable {
  readonly path: string;
  /** The content hash: the same for the same rows and rules. */
  readonly id: string;
  /** Of the chatferry that made it. */
  readonly version: string;
  readonly summary: PlanSummary;
  /** As they were handed over when the plan was finished. */
  readonly inputs: readonly PlanInput[];
  /** Files that were written with the plan, as they were then. */
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
      throw damagedPlan(path, 'the checksum of its tables plan and inputs does not match');
    this.id = need(values, 'id');
    this.version = need(values, 'version');
    this.rules = JSON.parse(need(values, 'rules')) as PlanRules;
    this.config = JSON.parse(need(values, 'config'));
    this.summary = JSON.parse(need(values, 'summary')) as PlanSummary;
    this.files = JSON.parse(need(values, 'files')) as CompanionFile[];
    const inputs = db.prepare('SELECT * FROM inputs ORDER BY no').all() as unknown as InputRow[];
    this.inputs = inputs.filter(({ sha256 }) => sha256 !== null).map(inputOf);
    this.#files = new Map(inputs.map(({ no, file }) => [no, file]));
  }

  get lanes(): number {
    return this.rules.lanes;
  }

  /** @throws {RangeError} when the plan has no such batch @throws {PlanError} `damaged` when it is not what was planned */
  batch(seq: number): Batch {
    const row = this.#read(() => this.#db.prepare('SELECT * FROM batches WHERE seq = ?').get(seq));
    if (row === undefined) throw new RangeError(`${this.path} has no batch ${seq}`);
    return this.#batchOf(row as unknown as BatchRow);
  }

  /**
   * The batches of one kind in one lane, in order, read one at a time.
   *
   * @param afterSeq leaves out all up to it
   * @throws {PlanError} `damaged` at the first that is not what was planned
   */
  *batches(kind: Kind, lane: number, afterSeq = 0): Generator<Batch> {
    const sql = 'SELECT * FROM batches WHERE kind = ? AND lane = ? AND seq > ? ORDER BY seq';
    for (const row of this.#each<BatchRow>(sql, kind, lane, afterSeq)) yield this.#batchOf(row);
  }

  batchCount(kind: Kind): number {
    return this.summary.kinds[kind].batches;
  }

  /**
   * The record with this id, found by reading through the batches of its kind: seconds for a plan of some gigabytes.
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

  /** Every group of problems, largest first. @param limit at most so many */
  causes(limit?: number): Generator<CauseGroup> {
    return this.#guarded(() => readCauses(this.#db, limit));
  }

  /** The problems by their roots, with what falls with each. */
  problemRoots(): ProblemRoot[] {
    return this.#read(() => readProblemRoots(this.#db));
  }

  /** The problems by code, those with most rows first. */
  problemsByCode(): CodeTotal[] {
    return this.#read(() => readCodeTotals(this.#db));
  }

  /** The ids that had to be changed, by kind and legacy id. */
  idMap(): Generator<{ kind: MappedKind; legacy: string; service: string }> {
    return this.#each('SELECT kind, legacy, service FROM id_map ORDER BY kind, legacy');
  }

  /** The users made up, by uid, with the place of the first row that needs each. */
  placeholders(): Generator<{ uid: string; file: string; line: number }> {
    return this.#each('SELECT uid, file, line FROM placeholders ORDER BY uid');
  }

  /** Reads everything and compares it with the checksums. @throws {PlanError} `damaged` */
  check(): void {
    const said = this.#read(() => this.#db.prepare('PRAGMA integrity_check(1)').get());
    if (said?.['integrity_check'] !== 'ok')
      throw damagedPlan(this.path, 'its pages contradict each other');
    let batches = 0;
    for (const row of this.#each<BatchRow>('SELECT * FROM batches')) {
      this.#batchOf(row);
      batches++;
    }
    const { requests } = this.summary;
    if (batches !== requests)
      throw damagedPlan(this.path, `it has ${batches} batches instead of ${requests}`);
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

  *#guarded<T>(open: () => Iterator<T>): Generator<T> {
    const items = this.#read(open);
    try {
      for (;;) {
        const item = this.#read(() => items.next());
        if (item.done === true) return;
        yield item.value;
      }
    } finally {
      items.return?.();
    }
  }

  #read<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw asPlanError(error, this.path);
    }
  }
}

interface InputRow {
  no: number;
  file: string;
  kind: Kind;
  format: string;
  bytes: number;
  modified_ms: number | null;
  sha256: string | null;
}

function inputOf({ file, kind, format, bytes, modified_ms, sha256 }: InputRow): PlanInput {
  const modified = modified_ms === null ? {} : { modifiedMs: modified_ms };
  return { file, kind, format, bytes, ...modified, sha256: sha256! };
}

function checkFormat(db: DatabaseSync, path: string): void {
  const pragma = (name: string): number =>
    Object.values(db.prepare(`PRAGMA ${name}`).get()!)[0] as number;
  if (pragma('application_id') !== APPLICATION_ID) throw notAPlan(path);
  const format = pragma('user_version');
  if (format !== FORMAT)
    throw new PlanError(
      'other-version',
      `${path} has plan format ${format}, this chatferry reads format ${FORMAT}.`,
      'Plan again with this version, or use the version that made the plan.',
    );
  const bytes = pragma('page_size') * pragma('page_count');
  if (statSync(path).size !== bytes)
    throw damagedPlan(path, `it has ${statSync(path).size} bytes instead of ${bytes}`);
}

function need(values: ReadonlyMap<string, string>, key: string): string {
  const value = values.get(key);
  if (value === undefined) throw new TypeError(`no ${key} in table plan`);
  return value;
}

const SQLITE_NOTADB = 26;
/** SQLITE_IOERR and SQLITE_CANTOPEN. */
const UNREADABLE: ReadonlySet<number> = new Set([10, 14]);

function asPlanError(error: unknown, path: string): unknown {
  if (error instanceof PlanError || !(error instanceof Error)) return error;
  const { errcode = 0, code } = error as { errcode?: number; code?: string };
  if (errcode === SQLITE_NOTADB) return notAPlan(path);
  if (UNREADABLE.has(errcode & 0xff) || code === 'EIO')
    return new PlanError(
      'unreadable',
      `The plan ${path} could not be read: ${error.message}.`,
      'Check the disk and the permissions; on a good disk, with the job folder copied to it, run the same command again.',
      { cause: error },
    );
  return damagedPlan(path, error.message, error);
}

function notAPlan(path: string): PlanError {
  return new PlanError('not-a-plan', `${path} is not a chatferry plan.`, 'Check the path.');
}
