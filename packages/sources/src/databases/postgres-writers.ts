import type { OpenWriter } from './snapshot.ts';

/**
 * A transaction holds this lock from its first change of a table to its end, even when it is prepared. Everybody may read the locks.
 * Only some users may read since when other users' transactions are open. Transactions of other databases of the server are left out.
 */
const WRITTEN_TABLES = `
  SELECT l.virtualtransaction, c.relname::text,
    round(extract(epoch FROM clock_timestamp() - coalesce(a.xact_start, p.prepared)) * 1000)::bigint::text
  FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
    LEFT JOIN pg_stat_activity a ON a.pid = l.pid
    LEFT JOIN pg_prepared_xacts p ON l.pid IS NULL AND l.virtualtransaction = '-1/' || p.transaction
  WHERE l.mode = 'RowExclusiveLock' AND l.granted AND c.relkind IN ('r', 'p') AND c.relnamespace <> 'pg_catalog'::regnamespace
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND l.pid IS DISTINCT FROM pg_backend_pid()
  ORDER BY 2`;

/** The open transactions that have written something. @param ask returns the rows of a statement, whose values are texts or null */
export async function postgresWriters(
  ask: (text: string) => Promise<(string | null)[][]>,
): Promise<readonly OpenWriter[]> {
  const rows = await ask(WRITTEN_TABLES);
  return [...Map.groupBy(rows, ([id]) => id!)].map(([id, own]) => {
    const ageMs = own[0]![2];
    return {
      id,
      tables: [...new Set(own.map(([, table]) => table!))],
      ...(ageMs == null ? {} : { ageMs: Number(ageMs) }),
    };
  });
}
