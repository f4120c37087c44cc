import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DumpError } from './dump-error.ts';
import { loadDump, type LoadedDump } from './load-dump.ts';
import { isJsonDump, loadJsonDump } from './load-json-dump.ts';
import { AS_TEXT, headOf } from './read-dump.ts';
import { everything, wantedBy, type WantedNames } from './wanted-names.ts';

/** SQLite keeps a database without a name in a file that is removed at once: whatever ends the process also removes people's texts. */
const WITHOUT_NAME = '';

/** A dump whose tables are in a database. */
export interface OpenedDump extends LoadedDump {
  readonly db: DatabaseSync;
}

/**
 * Reads a dump of SQL, as far as the queries name its tables and columns. Needs no server, and runs nothing of the dump.
 *
 * @returns with a database of these tables; its file is in the folder for temporary files of the system
 * @throws {DumpError} @throws the signal's reason
 */
export async function openDump(
  file: string,
  queries: readonly string[],
  signal: AbortSignal,
): Promise<OpenedDump> {
  return opened(file, wantedBy(queries), signal);
}

/** Reads all of a dump, likewise. */
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
