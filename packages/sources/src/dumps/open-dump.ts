import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DumpError } from './dump-error.ts';
import { loadDump, type LoadedDump } from './load-dump.ts';
import { isJsonDump, loadJsonDump } from './load-json-dump.ts';
import { AS_TEXT, headOf } from './read-dump.ts';
import { everything, wantedBy, type WantedNames } from './wanted-names.ts';

/** SQLite removes the file of a database without a name immediately: any end of the process then also removes people's texts. */
const WITHOUT_NAME = '';

/** A dump whose tables are in a database. */
export interface OpenedDump extends LoadedDump {
  readonly db: DatabaseSync;
}

/**
 * Reads the tables and columns of a dump of SQL that the queries name. Needs no server, and runs nothing of the dump.
 *
 * @returns the dump and a database of these tables, whose file is in the system's folder for temporary files
 * @throws {DumpError} @throws the signal's reason
 */
export async function openDump(
  file: string,
  queries: readonly string[],
  signal: AbortSignal,
): Promise<OpenedDump> {
  return opened(file, wantedBy(queries), signal);
}

/** Reads all tables and columns of a dump in the same way. */
export async function openWholeDump(file: string, signal: AbortSignal): Promise<OpenedDump> {
  return opened(file, everything, signal);
}

async function opened(file: string, wanted: WantedNames, signal: AbortSignal): Promise<OpenedDump> {
  if (existsSync(path.join(file, 'toc.dat')))
    throw new DumpError('It is in the directory format of pg_dump.', `${AS_TEXT} FOLDER.`);
  if (!statSync(file).isFile())
    throw new DumpError('The path is not that of a file.', 'Name the file.');
  const db = new DatabaseSync(WITHOUT_NAME);
  try {
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    const load = isJsonDump(await headOf(file)) ? loadJsonDump : loadDump;
    const dump = await load(file, db, wanted, signal);
    db.exec('COMMIT');
    return { ...dump, db };
  } catch (error) {
    db.close();
    throw error;
  }
}
