import { DatabaseSync } from 'node:sqlite';
import { ANSWER_TABLES } from '../plan/plan-schema.ts';

/**
 * Opens the database for what is known of a plan before its batches are: the tables that will go into the plan, and
 * tables that are only needed while planning. It is deleted with the folder, so no journal is kept.
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
    BEGIN`);
  return db;
}
