import { statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { cutOff } from '../archive/refuse.ts';
import { SourceError } from '../errors/source-error.ts';

/**
 * Opens a database of SQLite for reading, without changing its folder. When SQLite reads a database with a write-ahead log, it leaves two
 * files in the folder, unless it may assume that no process writes.
 */
function openUnchanged(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if ((log?.size ?? 0) === 0) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

/** Reads a database without changing its folder. @throws {SourceError} for a damaged or cut off database */
export function readUnchanged<Result>(file: string, read: (db: DatabaseSync) => Result): Result {
  try {
    using db = openUnchanged(file);
    return read(db);
  } catch (error) {
    throw isDamaged(error) ? cutOff(file, (error as Error).message, error) : error;
  }
}

/** The codes of SQLite for pages that contradict each other, and for a file that is no database. */
const damaged = new Set([11, 26]);

function isDamaged(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' && damaged.has(errcode % 256);
}

/**
 * Whether a file is a database of SQLite that has these tables.
 *
 * @param usual a name that only such databases have @throws {SourceError} for a damaged file with this name
 */
export function hasTables(file: string, wanted: readonly string[], usual: string): boolean {
  try {
    const tables = readUnchanged(file, (db) =>
      db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all(),
    );
    const names = new Set(tables.map(({ name }) => name));
    return wanted.every((name) => names.has(name));
  } catch (error) {
    if (error instanceof SourceError && path.basename(file) === usual) throw error;
    return false;
  }
}
