/**
 * A transaction holds this lock from its first change of a table to its end, also when it is prepared. Everybody may read the locks. Those
 * of other databases of the server are left out.
 */
export const WRITTEN_TABLES = `
  SELECT DISTINCT c.relname::text FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
  WHERE l.mode = 'RowExclusiveLock' AND l.granted AND c.relkind IN ('r', 'p') AND c.relnamespace <> 'pg_catalog'::regnamespace
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND l.pid IS DISTINCT FROM pg_backend_pid()
  ORDER BY 1`;
