import type { Driver } from './database-options.ts';
import type { Snapshot } from './snapshot.ts';

/** A table of a server, as its catalogue describes it. */
export interface ServerTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly {
    readonly columns: readonly string[];
    readonly table: string;
    readonly to: readonly string[];
  }[];
}

export type Server = Extract<Driver, 'postgres' | 'mysql'>;

/** A table of PostgreSQL by the names of its schema and itself. */
const NAMED = "(quote_ident(c.table_schema) || '.' || quote_ident(c.table_name))::regclass";

/** Whether the name alone reaches a table of PostgreSQL: its schema is in the search path, and no earlier schema has the name. */
function visible(table: string): string {
  return `pg_table_is_visible(${table})`;
}

/** Queries of the catalogue; `n` is the position of a column, in the table or in the key. */
const catalogues: Readonly<Record<Server, { readonly columns: string; readonly keys: string }>> = {
  postgres: {
    columns: columnsIn(`ANY (current_schemas(false)) AND ${visible(NAMED)}`),
    keys: `
      SELECT rel.relname::text AS t, att.attname::text AS c, u.n AS n, con.conname::text AS name, con.contype::text AS kind,
        target.relname::text AS other, its.attname::text AS its
      FROM pg_constraint con JOIN pg_class rel ON rel.oid = con.conrelid JOIN pg_namespace ns ON ns.oid = rel.relnamespace
      CROSS JOIN LATERAL unnest(con.conkey, con.confkey) WITH ORDINALITY AS u(own, its, n)
      JOIN pg_attribute att ON att.attrelid = con.conrelid AND att.attnum = u.own
      LEFT JOIN pg_class target ON target.oid = con.confrelid
      LEFT JOIN pg_attribute its ON its.attrelid = con.confrelid AND its.attnum = u.its
      WHERE ns.nspname = ANY (current_schemas(false)) AND ${visible('rel.oid')} AND con.contype IN ('p', 'f')`,
  },
  mysql: {
    columns: columnsIn('database()'),
    keys: `
      SELECT table_name AS t, column_name AS c, ordinal_position AS n, constraint_name AS name,
        CASE WHEN referenced_table_name IS NULL THEN 'p' ELSE 'f' END AS kind, referenced_table_name AS other, referenced_column_name AS its
      FROM information_schema.key_column_usage
      WHERE table_schema = database() AND (constraint_name = 'PRIMARY' OR referenced_table_name IS NOT NULL)`,
  },
};

function columnsIn(schema: string): string {
  return `
    SELECT c.table_name AS t, c.column_name AS c, c.ordinal_position AS n, c.data_type AS type
    FROM information_schema.columns c
    JOIN information_schema.tables own ON own.table_schema = c.table_schema AND own.table_name = c.table_name
    WHERE own.table_type = 'BASE TABLE' AND c.table_schema = ${schema}`;
}

/** The tables of the database, or of the schemas in the search path of PostgreSQL. */
export async function tablesOfServer(
  snapshot: Snapshot,
  server: Server,
): Promise<readonly ServerTable[]> {
  const { columns, keys } = catalogues[server];
  const inTables = Map.groupBy(
    await all<CatalogueColumn>(snapshot, columns, ['t', 'n']),
    ({ t }) => t,
  );
  const keysIn = Map.groupBy(
    await all<KeyColumn>(snapshot, keys, ['t', 'name', 'n']),
    ({ t }) => t,
  );
  return Array.from(inTables, ([name, own]): ServerTable => {
    const ofTable = keysIn.get(name) ?? [];
    const foreign = Map.groupBy(
      ofTable.filter(({ kind }) => kind === 'f'),
      (each) => each.name,
    );
    return {
      name,
      columns: own.map(({ c, type }) => ({ name: c, type: type.toLowerCase() })),
      primaryKey: ofTable.filter(({ kind }) => kind === 'p').map(({ c }) => c),
      foreignKeys: Array.from(foreign.values(), (parts) => ({
        columns: parts.map(({ c }) => c),
        table: parts[0]!.other!,
        to: parts.map(({ its }) => its!),
      })),
    };
  });
}

/** The schemas of PostgreSQL that queries have to name, each with its tables; none for other servers. */
export async function otherSchemas(
  snapshot: Snapshot,
  server: Server,
): Promise<readonly OtherSchema[]> {
  if (server !== 'postgres') return [];
  const query = `
    SELECT table_schema::text AS name, count(*)::int AS tables FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema <> ALL (current_schemas(false)) AND table_schema NOT IN ('pg_catalog', 'information_schema')
    GROUP BY table_schema`;
  return await all<OtherSchema>(snapshot, query, ['name']);
}

/** A schema that is not in the search path. */
export interface OtherSchema {
  readonly name: string;
  readonly tables: number;
}

interface CatalogueColumn {
  readonly t: string;
  readonly c: string;
  readonly type: string;
}

interface KeyColumn {
  readonly t: string;
  readonly c: string;
  readonly name: string;
  readonly kind: 'p' | 'f';
  readonly other: string | null;
  readonly its: string | null;
}

async function all<Row>(
  snapshot: Snapshot,
  query: string,
  key: readonly string[],
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for await (const batch of snapshot.rowsOf(query, key))
    for (const { json } of batch) found.push(JSON.parse(json) as Row);
  return found;
}
