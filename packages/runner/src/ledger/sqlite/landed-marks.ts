import { existsSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Kind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { JobTarget } from '../job-target.ts';
import type { Mark } from '../marks.ts';
import { destinationIn } from './destination.ts';
import { ErrorGuard } from './error-guard.ts';
import { isEmpty, openLedgerReadOnly } from './open-ledger.ts';
import { sentByChat } from './run-history.ts';

/** What a later job needs of each mark; see `EarlierMarks`. */
const meaning: Readonly<Record<Mark, string>> = {
  c: 'l',
  o: 'l',
  e: 'h',
  q: 'h',
  p: 't',
  d: 't',
  m: 't',
  u: 't',
  '.': '.',
  r: '.',
  f: '.',
  s: '.',
};

/** The records that a job has landed, at one moment, for a later job. */
export class LandedMarks implements Disposable {
  readonly #db: DatabaseSync | undefined;
  readonly #select: StatementSync | undefined;
  readonly #guard: ErrorGuard;

  /** Use `openLandedMarks`. @param db undefined when nothing was sent */
  constructor(path: string, db: DatabaseSync | undefined) {
    this.#db = db;
    this.#select = db?.prepare('SELECT marks FROM batches WHERE seq = ?');
    this.#guard = new ErrorGuard(path);
  }

  /** Where the job was sent; undefined when nothing was sent. */
  get target(): JobTarget | undefined {
    const db = this.#db;
    return db === undefined ? undefined : destinationIn(db, db.location() ?? '').target;
  }

  /** For each kind, a text that is the same as long as the outcomes are. */
  get state(): Readonly<Partial<Record<Kind, string>>> {
    const rows = this.#read(
      (db) =>
        db
          .prepare(
            `SELECT kind, concat_ws(' ', sum(created), sum(present), sum(present_by_this_job), sum(present_same), sum(present_different),
                    sum(unresolved), sum(failed + skipped)) AS counts
             FROM lanes GROUP BY kind ORDER BY kind`,
          )
          .all() as unknown as { kind: Kind; counts: string }[],
    );
    return Object.fromEntries((rows ?? []).map(({ kind, counts }) => [kind, counts]));
  }

  /** The kinds that any run has sent through the chat endpoints. */
  get sentByChat(): ReadonlySet<Kind> {
    return this.#read(sentByChat) ?? new Set();
  }

  /** One letter for each record of a batch; undefined when the batch was not begun. @throws {LedgerError} */
  marksOf(seq: number): string | undefined {
    const marks = this.#read(() => this.#select?.get(seq)?.['marks']) as string | undefined;
    return marks === undefined
      ? undefined
      : Array.from(marks, (mark) => meaning[mark as Mark]).join('');
  }

  #read<T>(read: (db: DatabaseSync) => T): T | undefined {
    if (this.#db === undefined) return undefined;
    try {
      return read(this.#db);
    } catch (error) {
      throw this.#guard.errorFrom(error);
    }
  }

  [Symbol.dispose](): void {
    this.#db?.close();
  }
}

/** Opens the ledger of a job for a later job. @throws {LedgerError} when there is a ledger that cannot be read */
export function openLandedMarks(path: string, plan: Plan): LandedMarks {
  if (!existsSync(path)) return new LandedMarks(path, undefined);
  const db = openLedgerReadOnly(path, plan);
  if (isEmpty(db)) {
    db.close();
    return new LandedMarks(path, undefined);
  }
  db.exec('BEGIN');
  return new LandedMarks(path, db);
}
