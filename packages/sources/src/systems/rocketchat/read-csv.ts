import type { FindOriginals } from '../../rows/source-words.ts';
import { hash } from 'node:crypto';
import type { ProblemCode, Row } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { findRecords } from '../../reading/find-records.ts';
import { wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { leaveOutFile } from '../../rows/other-files.ts';
import type { CsvFiles } from './csv-files.ts';
import { folderOf, isDirect } from './csv-folders.ts';
import { csvRows } from './csv-rows.ts';
import type { FileNames } from './files.ts';
import type { MessageContext } from './messages.ts';
import type { RocketchatOptions } from './options.ts';
import { type Placed, RocketchatRooms } from './rooms.ts';
import type { TimeCell } from './source-time.ts';
import { StoredMessages } from './stored-messages.ts';
import { RocketchatUsers } from './users.ts';

/*
 * Each row becomes a document in the form of a dump of the database: users and rooms have their names as ids. Then everything
 * continues as for a dump.
 */

/** Reads the files of the CSV importer. */
export async function readCsv(
  archive: Archive,
  { users: people, channels, messages }: CsvFiles,
  options: RocketchatOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const users = new RocketchatUsers();
  const rooms = new RocketchatRooms();
  const files: FileNames = {
    descriptions: new Map(),
    chunks: undefined,
    elsewhere: new Set(),
    url: undefined,
    server: undefined,
    addresses: out.files,
  };
  const context: MessageContext = { users, rooms, files, out, options };
  if (people !== undefined) await readUsers(archive, people, context);
  if (channels !== undefined) await readChannels(archive, channels, context);
  const stored = new StoredMessages(context);
  const folders = [...new Set(messages.map(folderOf))];
  for (const entry of messages) {
    const folder = folders.indexOf(folderOf(entry));
    await readMessages(archive, entry, (...message) => stored.add(...message, folder), context);
  }
  stored.write(withUniqueIds());

  const read = new Set<Entry | undefined>([people, channels, ...messages]);
  for (const entry of archive.entries) {
    if (read.has(entry)) continue;
    leaveOutFile(archive.placeOf(entry), 'neither users nor channels nor messages', out);
  }
  return (file, lines) =>
    findRecords(archive, file, lines, csvRows, ({ cells, text }) =>
      cells === undefined ? text : JSON.stringify(cells),
    );
}

const COPY = 'another row before has the same name';

async function readUsers(
  archive: Archive,
  entry: Entry,
  { users, out }: MessageContext,
): Promise<void> {
  for await (const { cells, place, text, code } of rowsOf(archive, entry)) {
    out.count('users');
    const [username = '', email = '', name = ''] = cells.map((cell) => cell.trim());
    if (username === '') out.brokenRow('users', place, text, code);
    else if (users.has(username)) out.filter('users', COPY);
    else users.add({ _id: username, username, name, emails: [{ address: email }] }, place, out);
  }
}

async function readChannels(
  archive: Archive,
  entry: Entry,
  { users, rooms, out }: MessageContext,
): Promise<void> {
  const found: Placed[] = [];
  const members: Placed[] = [];
  const names = new Set<string>();
  for await (const { cells, place, text, code } of rowsOf(archive, entry)) {
    out.count('channels');
    const [name = '', creator = '', type = '', list = ''] = cells.map((cell) => cell.trim());
    if (name === '') out.brokenRow('groups', place, text, code);
    else if (names.has(name)) out.filter('groups', COPY);
    else {
      names.add(name);
      const t = type.toLowerCase() === 'private' ? 'p' : 'c';
      found.push({ document: { _id: name, name, t, u: userOf(creator) }, place });
      const listed = list.split(';').map((each) => each.trim());
      for (const member of new Set([creator, ...listed])) {
        if (member === '') continue;
        const roles = member === creator ? ['owner'] : [];
        members.push({ document: { rid: name, t, u: userOf(member), roles }, place });
      }
    }
  }
  rooms.add(found, members, users, out);
}

function userOf(username: string): Row {
  return username === '' ? {} : { _id: username, username };
}

async function readMessages(
  archive: Archive,
  entry: Entry,
  store: (message: Row, place: Place) => void,
  { users, rooms, out }: MessageContext,
): Promise<void> {
  const folder = folderOf(entry);
  for await (const { cells, place, text, code } of rowsOf(archive, entry)) {
    out.count('messages');
    if (cells.length === 0) {
      out.brokenRow('messages', place, text, code);
      continue;
    }
    const [sender = '', ...others] = cells;
    const receiver = isDirect(folder) ? (others.shift() ?? '').trim() : undefined;
    if (receiver === '') {
      out.filter('messages', 'it names no receiver');
      continue;
    }
    const [time = '', msg = ''] = others;
    const ts = millisecondsIn(time.trim());
    const column = receiver === undefined ? 2 : 3;
    const timeCell: TimeCell | undefined = ts === undefined ? { column, text: time } : undefined;
    const u = userOf(sender.trim());
    const rid = receiver === undefined ? folder : [sender.trim(), receiver].toSorted().join('/');
    if (receiver !== undefined && rooms.of(rid) === undefined) {
      const uids = [sender.trim(), receiver];
      rooms.add([{ document: { _id: rid, t: 'd', uids, usernames: uids }, place }], [], users, out);
    }
    const mentions = mentionsIn(msg, users);
    store({ _id: idOf([folder, ...cells]), rid, u, ts, timeCell, msg, mentions }, place);
  }
}

/** A time of ten digits is in seconds, even though the importer expects milliseconds. */
function millisecondsIn(time: string): number | undefined {
  const number = wholeNumber(time);
  return number !== undefined && time.length <= 10 ? number * 1000 : number;
}

/** A name may contain characters that also end a sentence: all its beginnings that are names may be meant. */
function mentionsIn(msg: string, users: RocketchatUsers): Row[] {
  const found = new Set<string>();
  for (const [, word = ''] of msg.matchAll(/@([\p{L}\p{N}_.-]+)/gu))
    for (let name = word; name !== ''; name = name.slice(0, -1)) {
      if (users.has(name)) found.add(name);
      if (!/[._-]$/.test(name)) break;
    }
  return [...found].map(userOf);
}

function idOf(cells: readonly string[]): string {
  return `csv-${hash('sha256', cells.join('\0')).slice(0, 24)}`;
}

/** Equal rows have equal times, so they follow each other. */
function withUniqueIds(): (message: Row) => Row {
  let time: unknown;
  let seen = new Map<unknown, number>();
  return (message) => {
    if (message['ts'] !== time) seen = new Map();
    time = message['ts'];
    const number = (seen.get(message['_id']) ?? 0) + 1;
    seen.set(message['_id'], number);
    return number === 1 ? message : { ...message, _id: `${String(message['_id'])}-${number}` };
  };
}

interface ReadRow {
  /** Empty when the row cannot be read. */
  readonly cells: readonly string[];
  readonly place: Place;
  readonly text: string;
  readonly code: ProblemCode;
}

async function* rowsOf(archive: Archive, entry: Entry): AsyncGenerator<ReadRow> {
  const file = archive.placeOf(entry);
  for await (const batch of csvRows(archive, entry))
    for (const { line, cells = [], text, code = 'incomplete-record' } of batch)
      yield { cells, place: { file, line }, text, code };
}
