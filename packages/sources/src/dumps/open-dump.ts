import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DumpError } from './dump-error.ts';
import { loadDump } from './load-dump.ts';
import { wantedBy } from './wanted-names.ts';

/** SQLite keeps a database without a name in a file that is removed at once: whatever ends the process also removes people's texts. */
const WITHOUT_NAME = '';

/**
 * Reads a dump of SQL, as far as the queries name its tables and columns. Needs no server, and runs nothing of the dump.
 *
 * @returns a database with these tables; its file is in the folder for temporary files of the system
 * @throws {DumpError} @throws the signal's reason
 */
export async function openDump(
  file: string,
  queries: readonly string[],
  signal: AbortSignal,
): Promise<DatabaseSync> {
  if (!statSync(file).isFile())
    throw new DumpError('The path is not that of a file.', 'Name the file.');
  const db = new DatabaseSync(WITHOUT_NAME);
  try {
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    await loadDump(file, db, wantedBy(queries), signal);
    db.exec('COMMIT');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
