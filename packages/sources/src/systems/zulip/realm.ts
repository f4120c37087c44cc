import { isObject, type Row } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { jsonFiles } from '../../reading/json-files.ts';
import { entryOf } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import { SourceError } from '../../errors/source-error.ts';

/** A row of a table, with its place: the table, and the number of the row from 1. */
export interface TableRow {
  readonly row: Row;
  readonly place: Place;
}

/** The tables that are kept in memory; of tables with many rows, only the fields that are used. */
const kept: Readonly<Record<string, readonly string[] | 'all'>> = {
  zerver_realm: 'all',
  zerver_userprofile: [
    'id',
    'email',
    'delivery_email',
    'full_name',
    'is_active',
    'is_bot',
    'is_mirror_dummy',
    'role',
    'is_realm_admin',
    'is_guest',
    'date_joined',
    'last_login',
  ],
  zerver_userprofile_mirrordummy: 'all',
  zerver_userprofile_crossrealm: 'all',
  zerver_stream: 'all',
  zerver_huddle: 'all',
  zerver_recipient: ['id', 'type', 'type_id'],
  zerver_subscription: ['user_profile', 'recipient', 'active', 'role'],
  zerver_muteduser: 'all',
};

/** The table that grows with the messages. */
const REACTIONS = 'zerver_reaction';

/** The tables of `realm.json` about users and conversations. */
export class Realm {
  readonly #tables = new Map<string, TableRow[]>();
  /** Rows of all tables. */
  readonly #counts = new Map<string, number>();
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Takes a row, and keeps it if it is needed. @returns its place */
  add(table: string, row: Row): Place {
    const line = (this.#counts.get(table) ?? 0) + 1;
    this.#counts.set(table, line);
    const place = { file: `${this.#file}/${table}`, line };
    const fields = entryOf(kept, table);
    if (fields === undefined) return place;
    const used = fields === 'all' ? withoutSecrets(row) : only(row, fields);
    const rows = this.#tables.get(table);
    if (rows === undefined) this.#tables.set(table, [{ row: used, place }]);
    else rows.push({ row: used, place });
    return place;
  }

  rows(table: string): readonly TableRow[] {
    return this.#tables.get(table) ?? [];
  }

  /** Names and sizes of the unused tables. */
  *others(): Generator<{ readonly table: string; readonly rows: number }> {
    for (const [table, rows] of this.#counts)
      if (!Object.hasOwn(kept, table) && table !== REACTIONS) yield { table, rows };
  }

  /** Rows by their places, as JSON without secrets. */
  find(file: string, lines: ReadonlySet<number>): ReadonlyMap<number, string> {
    const rows = this.rows(file.slice(this.#file.length + 1));
    const found = rows.filter(({ place }) => lines.has(place.line));
    return new Map(found.map(({ row, place }) => [place.line, JSON.stringify(row)]));
  }
}

function withoutSecrets({ password: _password, api_key: _key, ...row }: Row): Row {
  return row;
}

function only(row: Row, fields: readonly string[]): Row {
  const found: Row = {};
  for (const name of fields) if (name in row) found[name] = row[name];
  return found;
}

/**
 * Reads the tables of `realm.json`.
 * @param onReaction takes the rows of the only table that grows with the messages @throws {SourceError}
 */
export async function readRealm(
  archive: Archive,
  entry: Entry,
  onReaction: (reaction: TableRow) => void,
): Promise<Realm> {
  const place = archive.placeOf(entry);
  const realm = new Realm(place);
  try {
    for await (const file of jsonFiles(archive, [entry]))
      for await (const parts of file.parts(['*[*]']))
        for (const { named: table = '', value } of parts) {
          const row = isObject(value) ? value : {};
          const at = realm.add(table, row);
          if (table === REACTIONS) onReaction({ row, place: at });
        }
    return realm;
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(
      'bad-archive',
      `${place} cannot be read: ${(error as Error).message}`,
      'Export again, or copy the export again.',
      { cause: error },
    );
  }
}
