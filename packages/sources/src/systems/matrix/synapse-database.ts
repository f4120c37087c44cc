import type { DatabaseSync } from 'node:sqlite';
import type { Row } from '@chatferry/contract';
import { hasTables, readUnchanged } from '../../reading/open-unchanged.ts';
import type { FoundEvents } from './read-event.ts';
import { noteAccount, noteName, readRow, tables } from './synapse-dump.ts';

/** Whether a file is the database of a Synapse that has no database server. */
export function isSynapseDatabase(file: string): boolean {
  return hasTables(file, Object.keys(tables), 'homeserver.db');
}

/** Reads the database of Synapse: the same tables and columns as of a dump. @param shown its name in problems */
export function readSynapseDatabase(file: string, shown: string, found: FoundEvents): void {
  readUnchanged(file, (db) => {
    const names = new Map<string, string>();
    for (const { row } of rowsOf(db, 'profiles')) noteName(row, names);
    for (const { row, line } of rowsOf(db, 'event_json'))
      readRow(row, { file: `${shown}/event_json`, line }, found);
    for (const { row, line } of rowsOf(db, 'users'))
      noteAccount(row, names, { file: `${shown}/users`, line }, found);
  });
}

/** The rows of a table with the wanted columns that this version of Synapse has. */
function* rowsOf(
  db: DatabaseSync,
  table: string,
): Generator<{ readonly row: Row; readonly line: number }> {
  const all = db.prepare(`SELECT * FROM ${table} LIMIT 0`).columns();
  const has = new Set(all.map(({ name }) => name));
  const columns = tables[table]!.filter((name) => has.has(name));
  const query = `SELECT ${columns.join(', ')} FROM ${table} ORDER BY rowid`;
  let line = 0;
  for (const row of db.prepare(query).iterate()) yield { row, line: ++line };
}
