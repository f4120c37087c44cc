import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Kind, Origin } from '@chatferry/contract';
import { type Batch, entryOf } from './batch.ts';
import { readCauses } from './compile/causes.ts';
import { readCodeTotals } from './compile/code-totals.ts';
import { PlanError } from './plan-error.ts';
import type { PlanRules } from './plan-rules.ts';
import { APPLICATION_ID, FORMAT } from './plan-schema.ts';
import type { CauseGroup, CodeTotal, PlanSummary } from './plan-summary.ts';
import type { PlanInput } from './provenance.ts';

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

/** A finished plan: it never changes, and any number of processes may read it at once. */
export class Plan implements Disposable {
  readonly path: string;
  /** The content hash: the same for the same rows and rules. */
  readonly id: string;
  /** Of the chatferry that made it. */
  readonly version: string;
  readonly summary: PlanSummary;
  /** As they were handed over when the plan was finished. */
  readonly inputs: readonly PlanInput[];
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
    this.id = need(values, 'id');
    this.version = need(values, 'version');
    this.rules = JSON.parse(need(values, 'rules')) as PlanRules;
    this.config = JSON.parse(need(values, 'config'));
    this.summary = JSON.parse(need(values, 'summary')) as PlanSummary;
    const inputs = db.prepare('SELECT * FROM inputs ORDER BY no').all() as unknown as InputRow[];
    this.inputs = inputs.filter(({ sha256 }) => sha256 !== null).map(inputOf);
    this.#files = new Map(inputs.map(({ no, file }) => [no, file]));
  }

  get lanes(): number {
    return this.rules.lanes;
  }

  /** @throws {RangeError} when the plan has no such batch */
  batch(seq: number): Batch {
    const row = this.#read(() => this.#db.prepare('SELECT * FROM batches WHERE seq = ?').get(seq));
    if (row === undefined) throw new RangeError(`${this.path} has no batch ${seq}`);
    return this.#batchOf(row);
  }

  /** The batches of one kind in one lane, in order, read one at a time. @param afterSeq leaves out all up to it */
  *batches(kind: Kind, lane: number, afterSeq = 0): Generator<Batch> {
    const rows = this.#db
      .prepare('SELECT * FROM batches WHERE kind = ? AND lane = ? AND seq > ? ORDER BY seq')
      .iterate(kind, lane, afterSeq);
    try {
      for (;;) {
        const row = this.#read(() => rows.next());
        if (row.done === true) return;
        yield this.#batchOf(row.value);
      }
    } finally {
      rows.return?.();
    }
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
    const rows = this.#db
      .prepare('SELECT * FROM batches WHERE kind = ? AND instr(body, ?) > 0 ORDER BY seq')
      .iterate(kind, key);
    for (const row of rows) {
      const batch = this.#batchOf(row);
      const index = batch.ends.findIndex((_, each) => entryOf(batch, each).id === id);
      if (index >= 0) return { batch, index };
    }
    return undefined;
  }

  /** Every group of problems, largest first. */
  causes(): Generator<CauseGroup> {
    return readCauses(this.#db);
  }

  /** The problems by code, those with most rows first. */
  problemsByCode(): CodeTotal[] {
    return this.#read(() => readCodeTotals(this.#db));
  }

  /** The ids that had to be changed, by kind and legacy id. */
  idMap(): IterableIterator<{ kind: Kind; legacy: string; service: string }> {
    const rows = this.#db.prepare('SELECT kind, legacy, service FROM id_map ORDER BY kind, legacy');
    return rows.iterate() as IterableIterator<{ kind: Kind; legacy: string; service: string }>;
  }

  /** The users made up, by uid, with the place of the first row that needs each. */
  placeholders(): IterableIterator<{ uid: string; file: string; line: number }> {
    const rows = this.#db.prepare('SELECT uid, file, line FROM placeholders ORDER BY uid');
    return rows.iterate() as IterableIterator<{ uid: string; file: string; line: number }>;
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #batchOf(row: unknown): Batch {
    return new StoredBatch(row as BatchRow, this.#files, this.path);
  }

  #read<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw asPlanError(error, this.path);
    }
  }
}

interface BatchRow {
  seq: number;
  kind: Kind;
  lane: number;
  records: number;
  ends: string;
  origins: string;
  body: Uint8Array;
}

/** A batch whose details are read from their JSON when somebody asks for them. */
class StoredBatch implements Batch {
  readonly seq: number;
  readonly kind: Kind;
  readonly lane: number;
  readonly records: number;
  readonly body: Uint8Array;
  readonly #row: Pick<BatchRow, 'ends' | 'origins'>;
  readonly #files: ReadonlyMap<number, string>;
  readonly #path: string;
  #ends: readonly number[] | undefined;
  #origins: readonly Origin[] | undefined;

  constructor(row: BatchRow, files: ReadonlyMap<number, string>, path: string) {
    this.seq = row.seq;
    this.kind = row.kind;
    this.lane = row.lane;
    this.records = row.records;
    this.body = row.body;
    this.#row = row;
    this.#files = files;
    this.#path = path;
  }

  get ends(): readonly number[] {
    return (this.#ends ??= this.#numbers('ends'));
  }

  get origins(): readonly Origin[] {
    return (this.#origins ??= this.#readOrigins());
  }

  #readOrigins(): Origin[] {
    const numbers = this.#numbers('origins');
    return this.ends.map((_, index) => ({
      file: this.#files.get(numbers[index * 2]!)!,
      line: numbers[index * 2 + 1]!,
    }));
  }

  #numbers(name: 'ends' | 'origins'): number[] {
    try {
      return JSON.parse(this.#row[name]) as number[];
    } catch (error) {
      throw damaged(this.#path, `batch ${this.seq} has no ${name}`, error as Error);
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
    throw damaged(path, `it has ${statSync(path).size} bytes instead of ${bytes}`);
}

function need(values: ReadonlyMap<string, string>, key: string): string {
  const value = values.get(key);
  if (value === undefined) throw new TypeError(`no ${key} in table plan`);
  return value;
}

const SQLITE_NOTADB = 26;

function asPlanError(error: unknown, path: string): unknown {
  if (error instanceof PlanError || !(error instanceof Error)) return error;
  if ((error as { errcode?: number }).errcode === SQLITE_NOTADB) return notAPlan(path);
  return damaged(path, error.message, error);
}

function notAPlan(path: string): PlanError {
  return new PlanError('not-a-plan', `${path} is no plan of chatferry.`, 'Check the path.');
}

function damaged(path: string, why: string, cause?: Error): PlanError {
  return new PlanError(
    'damaged',
    `The plan ${path} is damaged: ${why}.`,
    'Copy it again from where it was made, or plan again.',
    { cause },
  );
}
