import { constants, type DatabaseSync } from 'node:sqlite';
import type { LoadedTable } from './loaded-tables.ts';

/** A table of a dump, or a column of a table, that no query reads. */
export interface UnreadPart {
  /** The table, or `table.column`. */
  readonly place: string;
  /** The rows of the table, or the values of the column. */
  readonly values: number;
  /** For a column: the rows of its table. */
  readonly rows?: number;
}

/**
 * Counts the columns, then the tables, of a dump that no query reads. SQLite itself reports what the queries read.
 *
 * @param tables including tables that are not stored
 */
export function unreadParts(
  db: DatabaseSync,
  tables: readonly LoadedTable[],
  queries: readonly string[],
): UnreadPart[] {
  const read = readBy(db, queries);
  const whole = tables.filter(({ name, rows }) => rows > 0 && !read.has(name.toLowerCase()));
  const columns = tables.flatMap(({ name, rows, columns: all }) => {
    const own = read.get(name.toLowerCase());
    if (own === undefined) return [];
    const others = all.filter((column) => !own.has(column.name.toLowerCase()));
    return others.flatMap(({ name: column, skipped }) => {
      const values = skipped ?? valuesIn(db, name, column);
      return values === 0 ? [] : [{ place: `${name}.${column}`, values, rows }];
    });
  });
  return [
    ...columns.toSorted(mostFirst),
    ...whole.map(({ name, rows }) => ({ place: name, values: rows })).toSorted(mostFirst),
  ];
}

function mostFirst(one: UnreadPart, other: UnreadPart): number {
  return other.values - one.values;
}

/** The columns that queries read, by table. A query that SQLite refuses reads nothing. */
function readBy(
  db: DatabaseSync,
  queries: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const read = new Map<string, Set<string>>();
  db.setAuthorizer((action, table, column) => {
    if (action !== constants.SQLITE_READ || table === null) return constants.SQLITE_OK;
    const own = read.get(table.toLowerCase()) ?? new Set();
    read.set(table.toLowerCase(), own.add((column ?? '').toLowerCase()));
    return constants.SQLITE_OK;
  });
  try {
    for (const query of queries) {
      try {
        db.prepare(query);
      } catch {
        // The error is reported when the query is read.
      }
    }
  } finally {
    db.setAuthorizer(null);
  }
  return read;
}

function valuesIn(db: DatabaseSync, table: string, column: string): number {
  const [name, of] = [column, table].map((each) => `"${each.replaceAll('"', '""')}"`);
  const { n } = db.prepare(`SELECT count(*) AS n FROM ${of} WHERE ${name} <> ''`).get()!;
  return n as number;
}
