import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Kind, ProblemCode } from '@chatferry/contract';
import type { CauseGroup, RootCause } from '../plan/plan-summary.ts';

/** Maximum number of groups kept in memory. Above it, they are moved to a work table. */
const IN_MEMORY = 5000;

/** One counted problem of a row. */
export interface ProblemOccurrence {
  readonly severity: CauseGroup['severity'];
  readonly kind: Kind;
  readonly code: ProblemCode;
  readonly file: string;
  readonly line: number;
  readonly item?: number | undefined;
  readonly id?: string | undefined;
  readonly field?: string | undefined;
  readonly value?: string | undefined;
  readonly message: string;
  readonly fix: string;
  readonly root?: RootCause | undefined;
}

interface Group {
  /** The number of the cause. */
  readonly cause: number;
  readonly first: ProblemOccurrence;
  readonly rows: Map<Kind, { rows: number; firsts: number }>;
}

/**
 * Numbers causes and counts their problems, in bounded memory: counts are appended to a work table from time to time, and summed into the
 * table `causes` at the end.
 */
export class Causes {
  readonly #db: DatabaseSync;
  readonly #groups = new Map<string, Group>();
  readonly #insert: StatementSync;
  readonly #insertNumber: StatementSync;
  readonly #findNumber: StatementSync;
  #causes = 0;
  #hasWritten = false;

  constructor(work: DatabaseSync) {
    work.exec(`
      CREATE TABLE counted (cause, code, severity, field, root, kind, rows, firsts, example);
      CREATE TABLE cause_numbers (key PRIMARY KEY, cause) WITHOUT ROWID`);
    this.#db = work;
    this.#insert = work.prepare('INSERT INTO counted VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#insertNumber = work.prepare('INSERT OR IGNORE INTO cause_numbers VALUES (?, ?)');
    this.#findNumber = work.prepare('SELECT cause FROM cause_numbers WHERE key = ?');
  }

  /**
   * @param isFirst whether no other problem of the row has the same root
   * @returns the number of the cause
   */
  count(occurrence: ProblemOccurrence, isFirst = true): number {
    const key = causeOf(occurrence);
    let group = this.#groups.get(key);
    if (group === undefined) {
      if (this.#groups.size === IN_MEMORY) this.#writeDown();
      group = { cause: this.#numberOf(key), first: occurrence, rows: new Map() };
      this.#groups.set(key, group);
    }
    add(group, occurrence.kind, isFirst);
    return group.cause;
  }

  #numberOf(key: string): number {
    const known = this.#hasWritten ? this.#findNumber.get(key)?.['cause'] : undefined;
    return (known as number | undefined) ?? ++this.#causes;
  }

  /** Counts one more row for a known warning. @returns false for a new warning; the caller then adds an example */
  warnAgain(kind: Kind, code: ProblemCode, field: string): boolean {
    const group = this.#groups.get(causeOf({ kind, code, field, severity: 'warning' }));
    if (group !== undefined) add(group, kind, true);
    return group !== undefined;
  }

  /** Fills both tables. SQLite takes columns that are not aggregated from the row with the lowest rowid. */
  sumUp(): void {
    this.#writeDown();
    this.#db.exec(`
      INSERT INTO causes
      SELECT cause, code, severity, field, root, sum(rows), example
      FROM counted GROUP BY cause HAVING min(rowid) > 0;
      INSERT INTO cause_rows
      SELECT cause, kind, sum(rows), sum(firsts) FROM counted GROUP BY cause, kind`);
  }

  #writeDown(): void {
    for (const [key, { cause, first, rows }] of this.#groups) {
      this.#insertNumber.run(key, cause);
      const { severity, code, field, root, message, fix, kind, file, line, item, id, value } =
        first;
      for (const [rowKind, counted] of rows)
        this.#insert.run(
          cause,
          code,
          severity,
          root === undefined ? (field ?? null) : null,
          root === undefined ? null : JSON.stringify(root),
          rowKind,
          counted.rows,
          counted.firsts,
          JSON.stringify({ kind, file, line, item, id, field, value, message, fix }),
        );
    }
    this.#groups.clear();
    this.#hasWritten = true;
  }
}

function add({ rows }: Group, kind: Kind, isFirst: boolean): void {
  const counted = rows.get(kind) ?? { rows: 0, firsts: 0 };
  counted.rows++;
  if (isFirst) counted.firsts++;
  rows.set(kind, counted);
}

/** The key of a group: the missing record, or kind, problem and field. */
export function causeOf({
  kind,
  code,
  severity,
  field,
  root,
}: Pick<ProblemOccurrence, 'kind' | 'code' | 'severity' | 'field' | 'root'>): string {
  return root === undefined
    ? `${severity} ${code} ${kind} ${field ?? ''}`
    : `missing ${root.kind} ${root.id}`;
}
