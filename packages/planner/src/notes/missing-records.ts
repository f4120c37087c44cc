import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Kind, placeText, type ProblemCode } from '@chatferry/contract';
import { absences } from '../plan/absences.ts';
import type { RootCause } from '../plan/plan-summary.ts';
import { hasFiltered, type RowTally } from './row-tally.ts';

/** Maximum number of answers kept in memory. */
const REMEMBERED = 10_000;

/**
 * Remembers users, groups and messages whose row is rejected, with the reason, so that problems of records that refer to them can name
 * the root cause. They are kept in a work table, because there may be as many as rows.
 */
export class MissingRecords {
  readonly #insert: StatementSync;
  readonly #select: StatementSync;
  readonly #tallies: Readonly<Record<Kind, RowTally>>;
  readonly #remembered = new Map<string, RootCause>();

  constructor(work: DatabaseSync, tallies: Readonly<Record<Kind, RowTally>>) {
    this.#tallies = tallies;
    work.exec(`
      CREATE TABLE missing_records (
        kind  TEXT    NOT NULL,
        hash  INTEGER NOT NULL, -- of the id
        cause TEXT    NOT NULL, -- a RootCause as JSON
        PRIMARY KEY (kind, hash)
      ) STRICT, WITHOUT ROWID`);
    this.#insert = work.prepare('INSERT OR IGNORE INTO missing_records VALUES (?, ?, ?)');
    this.#select = work.prepare('SELECT cause FROM missing_records WHERE kind = ? AND hash = ?');
  }

  /** Notes a record whose row was rejected for a reason of its own. */
  addRejected(
    kind: Kind,
    hash: number,
    why: { id: string; code: ProblemCode; field?: string; file: string; line: number },
  ): void {
    this.add(kind, hash, { kind, reason: 'row-rejected', ...why });
  }

  /** Notes a record whose row was rejected because a record that it refers to is missing. */
  add(kind: Kind, hash: number, root: RootCause): void {
    this.#insert.run(kind, hash, JSON.stringify(root));
  }

  /** Why the plan lacks a record. */
  rootOf(kind: Kind, hash: number, id: string): RootCause {
    const key = `${kind} ${id}`;
    const remembered = this.#remembered.get(key);
    if (remembered !== undefined) return remembered;
    const row = this.#select.get(kind, hash) as { cause: string } | undefined;
    const root: RootCause =
      row === undefined
        ? {
            kind,
            id,
            reason: hasFiltered(this.#tallies[kind]) ? 'filtered-or-absent' : 'not-in-export',
          }
        : (JSON.parse(row.cause) as RootCause);
    if (this.#remembered.size === REMEMBERED) this.#remembered.clear();
    this.#remembered.set(key, root);
    return root;
  }
}

/** Why a record is missing, as the detail of a problem. @param root the root cause */
export function whyMissing(root: RootCause, kind: Kind, id: string): string {
  const itself = root.kind === kind && root.id === id;
  const why =
    root.reason !== 'row-rejected'
      ? absences[root.reason].one
      : `was rejected: ${root.code} at ${placeText(root)}`;
  return itself ? `it ${why}` : `it depends on ${root.kind} ${root.id}, which ${why}`;
}
