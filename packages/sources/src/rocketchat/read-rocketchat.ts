import { isObject, type Row } from '@chatferry/contract';
import type { Archive, Entry } from '../archive/archive.ts';
import { object, objects, text } from '../reading/values.ts';
import type { ExportRows, Place } from '../rows/export-rows.ts';
import { separateIds } from '../rows/separate-ids.ts';
import { TimeSorter } from '../rows/time-sorter.ts';
import { SourceError } from '../source-error.ts';
import { type Collections, findCollections, metadataFile } from './collections.ts';
import { documentsOf, findDocuments, withoutSecrets } from './documents.ts';
import type { FileNames } from './files.ts';
import { millisecondsOf } from './ids.ts';
import { type MessageContext, reasonToFilter, writeMessage } from './messages.ts';
import type { RocketchatOptions } from './options.ts';
import { type Placed, RocketchatRooms } from './rooms.ts';
import { RocketchatUsers } from './users.ts';

/*
 * The whole reading:
 *
 *   read users, rooms, subscriptions and descriptions of uploads, in the order in which the archive has them
 *   for each message: store it by its time, and note whom it names
 *   write the groups with their members, then the users, whom all of these name
 *   later, for each message in the order of the times: write its rows
 */

/** Reads a dump of the database of Rocket.Chat. */
export async function readRocketchat(
  archive: Archive,
  options: RocketchatOptions,
  out: ExportRows,
): Promise<void> {
  const collections = await findCollections(archive);
  if (collections === undefined)
    throw new SourceError(
      'bad-archive',
      `${archive.path} has no collections rocketchat_message and rocketchat_room, which a dump of Rocket.Chat has.`,
      'Give the folder that mongodump made for the database, or export both collections with mongoexport.',
    );
  out.findOriginals((file, lines) => findDocuments(archive, file, lines));
  const users = new RocketchatUsers();
  const rooms = new RocketchatRooms();
  const descriptions = await readPeople(archive, collections, users, rooms, out);
  const hasBytes = archive.entries.some(({ name }) => /rocketchat_uploads\.chunks\./.test(name));
  const files: FileNames = { descriptions, hasBytes, url: options.filesUrl };
  const context: MessageContext = { users, rooms, files, out, options };
  const sorter = await storeMessages(archive, collections.messages, context);
  const file = archive.placeOf(collections.messages);
  const write = function* write(): Generator<void> {
    for (const { numbers, bytes } of sorter.inOrder()) {
      const place = { file, line: numbers[0]! };
      yield writeMessage(object(JSON.parse(bytes.toString())), place, bytes, context);
    }
  };
  out.makeLater('messages', write(), sorter);
  separateIds(users.ids(), rooms.ids(), out);
  rooms.write(out);
  users.write(out, options);
  leaveOutFiles(archive, collections, out);
}

/** Reads the small collections in one read. @returns descriptions of uploads by their ids */
async function readPeople(
  archive: Archive,
  { users: people, rooms: chats, subscriptions, uploads }: Collections,
  users: RocketchatUsers,
  rooms: RocketchatRooms,
  out: ExportRows,
): Promise<Map<string, string>> {
  const descriptions = new Map<string, string>();
  const found: { readonly rooms: Placed[]; readonly members: Placed[] } = {
    rooms: [],
    members: [],
  };
  const wanted = [people, chats, subscriptions, uploads].filter((each) => each !== undefined);
  for await (const [entry, pieces] of entriesOf(archive, wanted))
    for await (const { document, place, broken } of placed(archive, entry, pieces)) {
      if (entry === uploads) {
        const [id, description] = [text(document['_id']), text(document['description'])];
        if (id !== undefined && description !== undefined) descriptions.set(id, description);
        continue;
      }
      const kind = entry === people ? 'users' : entry === chats ? 'groups' : 'members';
      out.count(entry === people ? 'users' : entry === chats ? 'rooms' : 'subscriptions');
      // What cannot be read may have a password or a token.
      if (broken !== undefined) out.brokenRow(kind, place, `${broken.length} characters, not JSON`);
      else if (kind === 'groups') found.rooms.push({ document: roomFields(document), place });
      else if (kind === 'members') found.members.push({ document: memberFields(document), place });
      else if (!users.add(document, place))
        out.brokenRow('users', place, JSON.stringify({ name: document['name'] }));
    }
  rooms.add(found.rooms, found.members, users, out);
  return descriptions;
}

/** Only what is used stays in memory. */
function memberFields({ rid, u, t, roles, ts, blocker, ignored }: Row): Row {
  return { rid, u: named(u), t, roles, ts, blocker, ignored };
}

function named(user: unknown): Row {
  const { _id, username, name } = object(user);
  return { _id, username, name };
}

function roomFields(room: Row): Row {
  const { lastMessage: _copy, v: _visitor, customFields: _fields, ...kept } = room;
  return kept;
}

interface ReadDocument extends Placed {
  readonly broken: string | undefined;
}

async function* placed(
  archive: Archive,
  entry: Entry,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<ReadDocument> {
  const file = archive.placeOf(entry);
  for await (const batch of documentsOf(archive, entry, pieces))
    for (const { line, value, broken } of batch) {
      const isRow = isObject(value);
      const wrong = isRow ? undefined : (broken ?? JSON.stringify(value) ?? 'null');
      yield { document: isRow ? value : {}, place: { file, line }, broken: wrong };
    }
}

async function* entriesOf(
  archive: Archive,
  wanted: readonly Entry[],
): AsyncGenerator<readonly [Entry, AsyncIterable<Uint8Array>]> {
  if (archive.inOneRead !== undefined) yield* archive.inOneRead(new Set(wanted));
  else for (const entry of wanted) yield [entry, archive.piecesOf(entry)];
}

async function storeMessages(
  archive: Archive,
  entry: Entry,
  context: MessageContext,
): Promise<TimeSorter> {
  const { out, users, rooms } = context;
  const sorter = new TimeSorter(out.workFile('messages'), 1);
  const file = archive.placeOf(entry);
  for await (const batch of documentsOf(archive, entry))
    for (const { line, value, broken } of batch) {
      const place = { file, line };
      const message = object(value);
      if (isEncrypted(message)) {
        out.count('encrypted messages');
        const fields = { id: message['_id'], room: message['rid'] };
        out.leaveOut(
          'encrypted messages',
          'only the people in the room can read them',
          place,
          fields,
        );
        continue;
      }
      out.count('messages');
      if (broken !== undefined || text(message['_id']) === undefined) {
        const row = { muid: undefined, ...(JSON.parse(withoutSecrets(message)) as Row) };
        out.brokenRow('messages', place, broken ?? JSON.stringify(row));
        continue;
      }
      if (reasonToFilter(message, context) === undefined) noteNames(message, place, users, rooms);
      const time = millisecondsOf(message['ts']) ?? 0;
      sorter.add(time, [line], storedForm(message));
    }
  return sorter;
}

function isEncrypted(message: Row): boolean {
  return message['t'] === 'e2e' || message['e2e'] !== undefined;
}

function noteNames(
  message: Row,
  place: Place,
  users: RocketchatUsers,
  rooms: RocketchatRooms,
): void {
  const sender = users.addNamed(object(message['u']), place);
  if (sender !== undefined) rooms.addSender(text(message['rid'])!, sender, place);
  for (const mention of objects(message['mentions'])) {
    const isUser = mention['type'] === undefined || mention['type'] === 'user';
    if (isUser && mention['_id'] !== 'all' && mention['_id'] !== 'here')
      users.addNamed(mention, place);
  }
}

const mayHaveSecret = /token|"v":|(?:url|link|download)":/i;

/**
 * What a message is made of: without the parsed text and previews of links, which are longer than the text. Changes the
 * message.
 */
function storedForm(message: Row): string {
  message['md'] = undefined;
  message['urls'] = undefined;
  const json = JSON.stringify(message);
  return mayHaveSecret.test(json) ? withoutSecrets(message) : json;
}

function leaveOutFiles(archive: Archive, collections: Collections, out: ExportRows): void {
  const read = new Set<Entry | undefined>(Object.values(collections));
  for (const entry of archive.entries) {
    if (read.has(entry) || metadataFile.test(entry.name)) continue;
    out.count('other files');
    const place = { file: archive.placeOf(entry), line: 1 };
    out.leaveOut('other files', 'not a collection that becomes rows', place, {});
  }
}
