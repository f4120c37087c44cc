import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Rolls back the unfinished transaction of a killed process in a SQLite file without a write-ahead log, so that the file can be opened
 * read-only. Needs the right to write the file.
 *
 * @param timeoutMs how long to wait for another process
 */
export function finishInterrupted(path: string, timeoutMs: number): void {
  if (!existsSync(`${path}-journal`)) return;
  using db = new DatabaseSync(path, { timeout: timeoutMs });
  db.prepare('SELECT count(*) FROM sqlite_schema').get();
}
