import type { DatabaseSync } from 'node:sqlite';
import type { LoadedTable } from '../dumps/loaded-tables.ts';

/** The tables of a file of SQLite, without views and without the tables of a full-text index. */
export function tablesOfFile(db: DatabaseSync): LoadedTable[] {
  const tables = db
    .prepare(
      "SELECT s.name FROM sqlite_schema s JOIN pragma_table_list t ON t.name = s.name AND t.schema = 'main' WHERE t.type = 'table' ORDER BY s.rowid",
    )
    .all() as { name: string }[];
  return tables
    .filter(({ name }) => !name.startsWith('sqlite_'))
    .map(({ name }) => {
      const columns = db
        .prepare('SELECT name, lower(type) AS type, pk FROM pragma_table_info(?)')
        .all(name) as { name: string; type: string; pk: number }[];
      const key = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
      const foreign = db
        .prepare(
          'SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id, seq',
        )
        .all(name) as { id: number; table: string; from: string; to: string | null }[];
      const quoted = `"${name.replaceAll('"', '""')}"`;
      return {
        name,
        rows: db.prepare(`SELECT count(*) AS n FROM ${quoted}`).get()!['n'] as number,
        columns: columns.map((column) => ({ name: column.name, type: column.type })),
        primaryKey: key.map((column) => column.name),
        foreignKeys: [...Map.groupBy(foreign, ({ id }) => id).values()].map((parts) => ({
          table: parts[0]!.table,
          columns: parts.map(({ from }) => from),
          to: parts.flatMap(({ to }) => to ?? []),
        })),
      };
    });
}
