import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/**
 * Opens a database of SQLite for reading, without changing its folder. SQLite leaves two files there when it reads a
 * database with a write-ahead log, unless it may assume that no process writes.
 */
export function openUnchanged(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if ((log?.size ?? 0) === 0) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

/** Whether a file is a database of SQLite that has these tables. */
export function hasTables(file: string, wanted: readonly string[]): boolean {
  try {
    using db = openUnchanged(file);
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    const names = new Set(tables.map(({ name }) => name));
    return wanted.every((name) => names.has(name));
  } catch {
    return false;
  }
}
