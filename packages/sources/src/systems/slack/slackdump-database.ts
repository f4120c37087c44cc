import type { FindOriginals } from '../../rows/source-words.ts';
import type { DatabaseSync } from 'node:sqlite';
import type { Archive, Entry } from '../../archive/archive.ts';
import { hasTables, readUnchanged } from '../../reading/open-unchanged.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { SourceError } from '../../errors/source-error.ts';
import { withoutTokens } from './files.ts';
import type { SlackOptions } from './options.ts';
import { leaveOutFiles, uploadsIn } from './other-files.ts';
import { onlyOf } from './slackdump-channel.ts';
import type { Recording } from './write-recording.ts';

const NAME = 'slackdump.sqlite';
const TABLES = ['CHUNK', 'MESSAGE', 'S_USER', 'CHANNEL'];

/** The file that can be the database of slackdump. In a folder it has a known name; a single file may have any name. */
export function databaseIn({ entries }: Pick<Archive, 'entries'>): Entry | undefined {
  const [only] = entries;
  return entries.length === 1 ? only : entries.find(({ name }) => name === NAME);
}

/** Whether a file is a database of slackdump. */
export function isSlackdump(file: string): boolean {
  return hasTables(file, TABLES, NAME);
}

/** Reads the database of slackdump. Rows are never updated: the last recording of each record counts. */
export async function readDatabase(
  archive: Archive,
  entry: Entry,
  options: SlackOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const file = archive.fileOf(entry);
  if (file === undefined)
    throw new SourceError(
      'bad-archive',
      `${archive.placeOf(entry)} is a database, which cannot be read inside an archive.`,
      'Unpack the archive and name the folder.',
    );
  const { writeRecording } = await import('./write-recording.ts');
  const others = archive.entries.filter((each) => !each.name.startsWith(entry.name));
  readUnchanged(file, (db) => {
    const recording = recordingIn(db, archive.placeOf(entry));
    writeRecording({ ...recording, uploads: uploadsIn(others) }, options, out);
  });
  leaveOutFiles(archive, others, out);
  return (place, lines) =>
    Promise.resolve(readUnchanged(file, (db) => findRecords(db, place.split('/').at(-1)!, lines)));
}

/** Records of a table by their numbers, without tokens. */
function findRecords(
  db: DatabaseSync,
  table: string,
  lines: ReadonlySet<number>,
): Map<number, string> {
  const record = db.prepare(`SELECT CAST(DATA AS TEXT) AS data FROM ${table} WHERE rowid = ?`);
  return new Map(
    [...lines].map((line) => [line, withoutTokens(String(record.get(line)?.['data']))]),
  );
}

interface DatabaseRow {
  readonly line: number;
  readonly data: string;
}

function recordingIn(db: DatabaseSync, file: string): Omit<Recording, 'uploads'> {
  const last = (table: string): Iterable<DatabaseRow> =>
    rows(
      db,
      `SELECT rowid AS line, CAST(DATA AS TEXT) AS data, max(CHUNK_ID) FROM ${table} GROUP BY ID ORDER BY ID`,
    );
  const placed = function* placed(
    table: string,
  ): Generator<DatabaseRow & { readonly file: string }> {
    for (const { line, data } of last(table)) yield { line, data, file: `${file}/${table}` };
  };
  return {
    self: onlyOf(
      [
        ...rows<{ id: string }>(
          db,
          'SELECT USER_ID AS id FROM WORKSPACE WHERE USER_ID IS NOT NULL',
        ),
      ].map(({ id }) => id),
    ),
    users: placed('S_USER'),
    channels: placed('CHANNEL'),
    members: rows(
      db,
      'SELECT CHANNEL_ID AS channel, USER_ID AS user FROM CHANNEL_USER GROUP BY CHANNEL_ID, USER_ID ORDER BY CHANNEL_ID, min(rowid)',
    ),
    messages: () =>
      rows(
        db,
        `SELECT m.CHANNEL_ID AS channel, m.rowid AS line, CAST(m.DATA AS TEXT) AS data, '${file.replaceAll("'", "''")}/MESSAGE' AS file
       FROM (SELECT rowid AS last, CHANNEL_ID, TS, max(CHUNK_ID) FROM MESSAGE GROUP BY CHANNEL_ID, TS) k
       JOIN MESSAGE m ON m.rowid = k.last
       ORDER BY k.CHANNEL_ID, k.TS`,
      ),
    recordings: (db.prepare('SELECT count(*) AS rows FROM MESSAGE').get() as { rows: number }).rows,
  };
}

function rows<Found>(db: DatabaseSync, sql: string): Iterable<Found> {
  return db.prepare(sql).iterate() as Iterable<unknown> as Iterable<Found>;
}
