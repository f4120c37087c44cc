import type { Row } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { cutOff } from '../../archive/refuse.ts';
import { linesOf } from '../../reading/lines.ts';
import { object, text, wholeNumber } from '../../reading/values.ts';
import { SourceError } from '../../errors/source-error.ts';
import { isUserId } from './ids.ts';
import { addUser, type FoundEvents, readEvent } from './read-event.ts';

/** The bytes in which the tables are searched: a dump has its tables before their content. */
const SCHEMA_BYTES = 32 * 1024 * 1024;

/** Whether an entry may be a dump of a database as text. */
export function mayBeDump({ name }: Pick<Entry, 'name'>): boolean {
  return /\.(?:sql|dump|txt|db|sqlite)$/i.test(name) || !name.includes('.');
}

/** Whether an entry is a dump of the database of Synapse. */
export async function isSynapseDump(archive: Archive, entry: Entry): Promise<boolean> {
  let end = '';
  let bytes = 0;
  for await (const piece of archive.piecesOf(entry)) {
    const all = end + Buffer.from(piece).toString('latin1');
    if (bytes === 0 && !/^(?:--|SET |CREATE |COPY |\s)/.test(all)) return false;
    if (/^(?:CREATE TABLE|COPY|INSERT INTO) (?:\w+\.)?event_json \(/m.test(all)) return true;
    end = all.slice(-200);
    bytes += piece.length;
    if (bytes > SCHEMA_BYTES) return false;
  }
  return false;
}

/** The only tables and columns that are read: all others have tokens, addresses and passwords. */
export const tables: Readonly<Record<string, readonly string[]>> = {
  event_json: ['event_id', 'room_id', 'internal_metadata', 'json'],
  profiles: ['user_id', 'full_user_id', 'displayname'],
  users: ['name', 'is_guest', 'deactivated', 'user_type', 'appservice_id'],
};

const copy = /^COPY (?:\w+\.)?(\w+) \(([^)]*)\) FROM stdin;$/;

/** The comments at the beginning and at the end of a dump. */
const [begin, end] = ['-- PostgreSQL database dump', '-- PostgreSQL database dump complete'];

const insert = /^INSERT INTO (?:\w+\.)?event_json /;

/**
 * Reads a dump that `pg_dump` made of the database of Synapse.
 * @throws {SourceError} for a dump with INSERT commands, and for a dump that is cut off
 */
export async function readDump(archive: Archive, entry: Entry, found: FoundEvents): Promise<void> {
  const file = archive.placeOf(entry);
  const names = new Map<string, string>();
  const accounts: Row[] = [];
  let isWhole = true;
  let open: { readonly table: string; readonly columns: readonly string[] } | undefined;
  for await (const batch of linesOf(archive.piecesOf(entry), file))
    for (const { number, text: whole } of batch) {
      const line = whole.replace(/\r$/, ''); // A program may have changed the line ends; in a value `\r` is written.
      if (open === undefined) {
        if (insert.test(line))
          throw new SourceError(
            'unknown-system',
            `${file} is a dump of Synapse with INSERT commands.`,
            'Dump again with pg_dump, without --inserts.',
          );
        if (line === begin) isWhole = false;
        else if (line === end) isWhole = true;
        const [, table, columns] = copy.exec(line) ?? [];
        if (table !== undefined) open = { table, columns: columns!.split(', ') };
      } else if (line === '\\.') open = undefined;
      else if (Object.hasOwn(tables, open.table)) {
        const row = rowOf(line, open.columns, tables[open.table]!);
        const place = { file, line: number };
        if (open.table === 'event_json') readRow(row, place, found);
        else if (open.table === 'users') accounts.push({ ...row, line: number });
        else noteName(row, names);
      }
    }
  if (open !== undefined) throw cutOff(file, `it ends within the table ${open.table}`);
  if (!isWhole) throw cutOff(file, `it does not end with "${end}"`);
  for (const account of accounts)
    noteAccount(account, names, { file, line: wholeNumber(account['line']) ?? 1 }, found);
}

/** Notes the name in a row of the table of profiles. */
export function noteName(row: Row, names: Map<string, string>): void {
  const id = text(row['full_user_id']) ?? text(row['user_id']);
  const name = text(row['displayname']);
  if (id !== undefined && name !== undefined) names.set(id, name);
}

/** Notes a row of the table of users. */
export function noteAccount(
  account: Row,
  names: ReadonlyMap<string, string>,
  place: { readonly file: string; readonly line: number },
  found: FoundEvents,
): void {
  const uid = account['name'];
  if (!isUserId(uid)) return;
  found.out.count('users');
  const local = uid.slice(1, uid.indexOf(':'));
  addAccount(account, names.get(uid) ?? names.get(local), place, found);
}

/** Whether a value is a flag that is set, in the form of any version. */
function isOn(value: unknown): boolean {
  return ['1', 't', 'true'].includes(String(value));
}

/** Notes an account. @param name the name that other people see */
export function addAccount(
  account: Row,
  name: string | undefined,
  place: { readonly file: string; readonly line: number },
  { users }: FoundEvents,
): void {
  const uid = String(account['name']);
  addUser(uid, place, 0, undefined, users);
  const tags = [
    ...(account['user_type'] === 'bot' ? ['bot'] : []),
    // A bridge shows people of other networks.
    ...(text(account['appservice_id']) === undefined ? [] : ['foreign']),
    ...(isOn(account['is_guest']) ? ['guest'] : []),
  ];
  users.addNamed(uid, place, 0, {
    ...(name === undefined ? {} : { name }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(isOn(account['deactivated']) ? { isDeleted: true } : {}),
  });
}

/** Reads a row of the table of events. */
export function readRow(
  row: Row,
  place: { readonly file: string; readonly line: number },
  found: FoundEvents,
): void {
  const { event_id: id, room_id: room, json } = row;
  let event: Row;
  try {
    event = object(JSON.parse(String(json)));
  } catch {
    found.out.count('messages');
    return found.out.brokenRow('messages', place, `${String(json).length} characters, not JSON`);
  }
  // Other servers sent these events only because of their references.
  if (
    /"(?:outlier|soft_failed)": ?true/.test(String(row['internal_metadata'])) &&
    !('state_key' in event)
  ) {
    found.out.count('other events');
    return found.out.leaveOut('other events', 'not accepted by the server', place, { id });
  }
  readEvent(event, place, { room: text(room) ?? '', id: text(id) }, found);
}

/** The wanted values of a line of COPY, without null values. */
function rowOf(line: string, columns: readonly string[], wanted: readonly string[]): Row {
  const values = line.split('\t');
  const row: Row = {};
  for (const name of wanted) {
    const value = values[columns.indexOf(name)];
    if (value !== undefined && value !== '\\N') row[name] = unescaped(value);
  }
  return row;
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
};

function unescaped(value: string): string {
  return value.includes('\\')
    ? value.replace(/\\(.)/gs, (_whole, letter: string) => escapes[letter] ?? letter)
    : value;
}
