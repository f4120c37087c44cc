import { type FindOriginals, noOriginals } from '../../rows/source-words.ts';
import { isObject, type Row } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { elementsOf } from '../../reading/elements.ts';
import { jsonFiles, type JsonFile } from '../../reading/json-files.ts';
import { object, text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { KnownUsers } from '../../rows/known-users.ts';
import { leaveOutFile } from '../../rows/other-files.ts';
import { EventStore } from './event-store.ts';
import { candidates, dumpIn, formOf, isDatabase } from './recognise.ts';
import { type MessageContext, writeMessage, writeOrphan } from './messages.ts';
import type { MatrixOptions } from './options.ts';
import { type FoundEvents, readEvent } from './read-event.ts';
import { MatrixRooms } from './rooms.ts';
import { readSynapseDatabase } from './synapse-database.ts';
import { addAccount, readDump } from './synapse-dump.ts';

/*
 * The whole reading:
 *
 *   for each file, for each event: note states and people; store messages, edits and reactions
 *   write the groups with their members, then the users
 *   later, for each message: write its rows, with its edits and reactions
 */

/** Reads events of Matrix, in any of the forms in which servers and clients write them. */
export async function readMatrix(
  archive: Archive,
  options: MatrixOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const events = new EventStore(out.workFile('events'));
  const rooms = new MatrixRooms(options);
  const users = new KnownUsers();
  const found: FoundEvents = { events, rooms, users, lastTimes: new Map(), out };
  const read = new Set<Entry>();
  try {
    for await (const file of jsonFiles(archive, candidates(archive))) {
      const form = formOf(file.beginning);
      if (form === undefined) continue;
      read.add(file.entry);
      if (form === 'events') await readEvents(archive, file.entry, found);
      else await readDocument(file, found);
    }
    const dump = await dumpIn(archive);
    if (dump !== undefined) {
      read.add(dump);
      if (isDatabase(archive, dump))
        readSynapseDatabase(archive.fileOf(dump)!, archive.placeOf(dump), found);
      else await readDump(archive, dump, found);
    }
  } catch (error) {
    events[Symbol.dispose]();
    throw error;
  }
  rooms.write(users, out);
  users.write(out, options.deletedUsers);
  const context: MessageContext = { users, rooms, events, out, options };
  const write = function* write(): Generator<void> {
    for (const event of events.messages()) yield writeMessage(event, context);
    for (const edit of events.orphans('edits')) yield writeOrphan(edit, context);
    for (const { id, file, line } of events.orphans('reactions'))
      out.leaveOut('reactions', 'the message is not in the export', { file, line }, { id });
  };
  out.makeLater('messages', write(), events);
  for (const entry of archive.entries) {
    if (read.has(entry) || isMedia(entry)) continue;
    leaveOutFile(archive.placeOf(entry), 'neither events, users nor rooms', out);
  }
  return noOriginals;
}

/** Whether an entry is a file that Element writes next to a room. */
function isMedia({ name }: Entry): boolean {
  return /(?:^|\/)(?:images|videos|audio|stickers|files|media|media_ids)\//.test(name);
}

/** A room whose events do not name it is named by its folder or its file. */
function roomIn(name: string): string {
  const folder = name.split('/').find((each) => each.startsWith('!'));
  return (
    folder ??
    name
      .split('/')
      .at(-1)!
      .replace(/\.\w+$/, '')
  );
}

/** Reads events that follow each other, with or without line breaks, or that are in an array. */
async function readEvents(archive: Archive, entry: Entry, found: FoundEvents): Promise<void> {
  const file = archive.placeOf(entry);
  const room = roomIn(entry.name);
  for await (const batch of elementsOf(archive, entry))
    for (const { line, value, broken } of batch)
      readValue(value, { file, line }, { room, broken }, found);
}

interface Origin {
  readonly room: string;
  readonly broken: string | undefined;
}

function readValue(
  value: unknown,
  place: Place,
  { room, broken }: Origin,
  found: FoundEvents,
): void {
  if (isObject(value)) return readEvent(value, place, { room }, found);
  found.out.count('messages');
  found.out.brokenRow(
    'messages',
    place,
    `${(broken ?? JSON.stringify(value)).length} characters, not an event`,
    broken === undefined ? 'not-an-object' : 'bad-json',
  );
}

const lists = ['chunk[*]', 'state[*]', 'messages[*]'];
const fields = ['room_name', 'room_creator', 'topic'];
const paths = [...lists, ...lists.map((each) => `[*].${each}`), ...fields, 'users[*]', 'rooms[*]'];

async function readDocument({ file, entry, parts }: JsonFile, found: FoundEvents): Promise<void> {
  const room = roomIn(entry.name);
  const own: Row = {};
  let ofElement: string | undefined;
  for await (const batch of parts(paths))
    for (const { path, line, value, broken } of batch) {
      const place = { file, line };
      if (fields.includes(path)) own[path] = value;
      else if (path === 'users[*]') {
        found.out.count('users');
        const account = object(value);
        addAccount(account, text(account['displayname']), place, found);
      } else if (path === 'rooms[*]') describeRoom(object(value), place, found);
      else {
        if (path === 'messages[*]') ofElement ??= text(object(value)['room_id']) ?? room;
        readValue(value, place, { room, broken }, found);
      }
    }
  if (ofElement === undefined) return;
  found.rooms.describe(
    ofElement,
    { file, line: 1 },
    {
      'm.room.name': { name: own['room_name'] },
      'm.room.topic': { topic: own['topic'] },
      ...(text(own['room_creator']) === undefined
        ? {}
        : { 'm.room.create': { creator: own['room_creator'] } }),
    },
  );
}

/** Describes a room of the list of rooms. */
function describeRoom(listed: Row, place: Place, { rooms }: FoundEvents): void {
  const id = text(listed['room_id']);
  if (id === undefined) return;
  const { name, canonical_alias: alias, join_rules: rule, creator, room_type: type } = listed;
  rooms.describe(id, place, {
    'm.room.name': name === undefined || name === null ? undefined : { name },
    'm.room.canonical_alias': { alias },
    'm.room.join_rules': { join_rule: rule },
    'm.room.create': { creator, type },
  });
}
