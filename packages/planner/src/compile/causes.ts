import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Kind, kindsInOrder, type ProblemCode, problems } from '@chatferry/contract';
import type { CauseGroup, RootCause } from '../plan-summary.ts';

/** Groups kept in memory; when there are more, these are written down and begun anew. */
const IN_MEMORY = 5000;

/** A problem of one row, as it is counted. */
export interface Told {
  readonly severity: CauseGroup['severity'];
  readonly kind: Kind;
  readonly code: ProblemCode;
  readonly file: string;
  readonly line: number;
  readonly id?: string | undefined;
  readonly field?: string | undefined;
  readonly value?: string | undefined;
  readonly message: string;
  readonly root?: RootCause | undefined;
}

interface Group {
  readonly first: Told;
  readonly rows: Record<Kind, number>;
}

/**
 * Counts problems by what causes them, in bounded memory: what was counted is appended to a work table now and then,
 * and summed up into the table `causes` at the end.
 */
export class Causes {
  readonly #db: DatabaseSync;
  readonly #groups = new Map<string, Group>();
  readonly #insert: StatementSync;

  constructor(work: DatabaseSync) {
    work.exec(`
      CREATE TABLE counted (
        cause, code, severity, field, root, users, "groups", members, messages, example
      )`);
    this.#db = work;
    this.#insert = work.prepare('INSERT INTO counted VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  }

  count(told: Told): void {
    const key = causeOf(told);
    const group = this.#groups.get(key);
    if (group !== undefined) {
      group.rows[told.kind]++;
      return;
    }
    if (this.#groups.size === IN_MEMORY) this.#writeDown();
    const rows = { users: 0, groups: 0, members: 0, messages: 0 };
    rows[told.kind] = 1;
    this.#groups.set(key, { first: told, rows });
  }

  /** Counts one more row if a warning like it was counted before; otherwise the caller has to make an example. */
  warnAgain(kind: Kind, code: ProblemCode, field: string): boolean {
    const group = this.#groups.get(causeOf({ kind, code, field, severity: 'warning' }));
    if (group !== undefined) group.rows[kind]++;
    return group !== undefined;
  }

  /** Fills the table. Columns that are not summed are those of the row with the lowest rowid, as SQLite has it. */
  sumUp(): void {
    this.#writeDown();
    this.#db.exec(`
      INSERT INTO causes
      SELECT cause, code, severity, field, root,
        sum(users), sum("groups"), sum(members), sum(messages), example
      FROM counted GROUP BY cause HAVING min(rowid) > 0`);
  }

  #writeDown(): void {
    for (const [key, { first, rows }] of this.#groups) {
      const { severity, code, field, root, message, kind, file, line, id, value } = first;
      this.#insert.run(
        key,
        code,
        severity,
        root === undefined ? (field ?? null) : null,
        root === undefined ? null : JSON.stringify(root),
        ...kindsInOrder.map((each) => rows[each]),
        JSON.stringify({ kind, file, line, id, field, value, message }),
      );
    }
    this.#groups.clear();
  }
}

/** What rows must have in common to be one group: the missing record, or else the kind, problem and field. */
function causeOf({
  kind,
  code,
  severity,
  field,
  root,
}: Pick<Told, 'kind' | 'code' | 'severity' | 'field' | 'root'>): string {
  return root === undefined
    ? `${severity} ${code} ${kind} ${field ?? ''}`
    : `missing ${root.kind} ${root.id}`;
}

/** Reads the groups back, those with most rows first. @param limit at most so many */
export function* readCauses(plan: DatabaseSync, limit = -1): Generator<CauseGroup> {
  const rows = plan
    .prepare(`SELECT * FROM causes ORDER BY ${total} DESC, cause LIMIT ?`)
    .iterate(limit) as Iterable<CauseRow>;
  for (const row of rows) yield groupOf(row);
}

/** SQL for the rows of a cause. */
const total = '(users + "groups" + members + messages)';

type CauseRow = Record<Kind, number> & {
  code: ProblemCode;
  severity: CauseGroup['severity'];
  field: string | null;
  root: string | null;
  example: string;
};

function groupOf(row: CauseRow): CauseGroup {
  const { users, groups, members, messages } = row;
  const rows = { users, groups, members, messages };
  const root = row.root === null ? undefined : (JSON.parse(row.root) as RootCause);
  const example = JSON.parse(row.example) as CauseGroup['example'];
  const about = root === undefined ? problemText(row.code, row.field) : rootText(root);
  return {
    code: row.code,
    severity: row.severity,
    text: `${about}: ${rowsText(rows)}.`,
    ...(root === undefined ? {} : { root }),
    ...(row.field === null ? {} : { field: row.field }),
    rows,
    count: users + groups + members + messages,
    example,
    fix: problems[row.code].fix,
  };
}

function problemText(code: ProblemCode, field: string | null): string {
  return `${field ?? 'The row'} ${problems[code].means}`;
}

const singular = { users: 'user', groups: 'group' } as const;

function rootText({ kind, id, reason, code, file, line }: RootCause): string {
  const name = `${kind === 'users' || kind === 'groups' ? singular[kind] : kind} ${id}`;
  return reason === 'not-in-export'
    ? `${name} is not in the export`
    : `${name} is missing, its row was rejected (${code} at ${file}:${line})`;
}

const nouns: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  users: ['user', 'users'],
  groups: ['group', 'groups'],
  members: ['membership', 'memberships'],
  messages: ['message', 'messages'],
};

/** `1 group, 44 memberships, 3,812 messages` */
function rowsText(rows: Readonly<Record<Kind, number>>): string {
  return kindsInOrder
    .filter((kind) => rows[kind] > 0)
    .map((kind) => `${rows[kind].toLocaleString('en-US')} ${nouns[kind][rows[kind] === 1 ? 0 : 1]}`)
    .join(', ');
}

/** How many groups there are, and the rows in them. */
export function totalCauses(plan: DatabaseSync): { groups: number; rows: number } {
  return plan
    .prepare(`SELECT count(*) AS "groups", coalesce(sum(${total}), 0) AS rows FROM causes`)
    .get() as { groups: number; rows: number };
}
