import { DatabaseSync } from 'node:sqlite';
import { ANSWER_TABLES } from '../plan/plan-schema.ts';

/**
 * Opens the database that is used before the batches are written: the tables that will be copied into the plan, and
 * tables that only planning needs. It is deleted with the folder, so it has no journal.
 */
export function openWorkTables(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  db.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -8000;
    ${ANSWER_TABLES};
    CREATE INDEX id_map_by_service ON id_map (kind, service);
    CREATE INDEX own_ids_by_service ON own_ids (kind, service);
    BEGIN`);
  return db;
}
