import type { FindOriginals } from '../../rows/source-words.ts';
import { isObject, type Row } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { findRecords } from '../../reading/find-records.ts';
import { unreadable } from '../../reading/secrets.ts';
import { object, text } from '../../reading/values.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { leaveOutFile } from '../../rows/other-files.ts';
import { SourceError } from '../../errors/source-error.ts';
import { type Collections, findCollections, metadataFile } from './collections.ts';
import { findCsv } from './csv-files.ts';
import { documentsOf, withoutSecrets } from './documents.ts';
import type { FileNames } from './files.ts';
import type { MessageContext } from './messages.ts';
import type { RocketchatOptions } from './options.ts';
import { type Placed, RocketchatRooms } from './rooms.ts';
import { StoredMessages } from './stored-messages.ts';
import { RocketchatUsers } from './users.ts';

/*
 * The whole reading:
 *
 *   read users, rooms, subscriptions and descriptions of uploads, in the order in which the archive has them
 *   for each message: store it by its time, and note the people that it names
 *   write the groups with their members, then the users, whom all of these name
 *   later, for each message in the order of the times: write its rows
 */

/** Reads a dump of the database of Rocket.Chat, or the files of its CSV importer. */
export async function readRocketchat(
  archive: Archive,
  options: RocketchatOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const collections = await findCollections(archive);
  const csv = collections === undefined ? findCsv(archive) : undefined;
  if (csv !== undefined) return (await import('./read-csv.ts')).readCsv(archive, csv, options, out);
  if (collections === undefined)
    throw new SourceError(
      'bad-archive',
      `${archive.path} has no collections rocketchat_message and rocketchat_room, which a dump of Rocket.Chat has.`,
      'Give the folder that mongodump made for the database, or export both collections with mongoexport.',
    );
  const users = new RocketchatUsers();
  const rooms = new RocketchatRooms();
  const uploads = await readPeople(archive, collections, users, rooms, out);
  const { filesUrl: url, server } = options;
  const files: FileNames = {
    ...uploads,
    chunks: chunksIn(archive),
    url,
    server,
    addresses: out.files,
  };
  const context: MessageContext = { users, rooms, files, out, options };
  const messages = await storeMessages(archive, collections.messages, context);
  messages.write();
  leaveOutFiles(archive, collections, out);
  return (file, lines) =>
    findRecords(archive, file, lines, documentsOf, ({ value }) =>
      isObject(value) ? withoutSecrets(value) : undefined,
    );
}

function chunksIn(archive: Archive): FileNames['chunks'] {
  const entry = archive.entries.find(
    ({ name }) => /(?:^|\/)rocketchat_uploads\.chunks\./.test(name) && !metadataFile.test(name),
  );
  if (entry === undefined) return undefined;
  const { name } = entry;
  return { name, isPlain: name.endsWith('.bson') && archive.fileOf(entry) !== undefined };
}

/** Reads the small collections in one read. @returns the facts about uploads */
async function readPeople(
  archive: Archive,
  { users: people, rooms: chats, subscriptions, uploads }: Collections,
  users: RocketchatUsers,
  rooms: RocketchatRooms,
  out: ExportRows,
): Promise<Pick<FileNames, 'descriptions' | 'elsewhere'>> {
  const [descriptions, elsewhere] = [new Map<string, string>(), new Set<string>()];
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
        if (id !== undefined && isElsewhere(document)) elsewhere.add(id);
        continue;
      }
      const kind = entry === people ? 'users' : entry === chats ? 'groups' : 'members';
      out.count(entry === people ? 'users' : entry === chats ? 'rooms' : 'subscriptions');
      if (broken !== undefined) out.brokenRow(kind, place, broken);
      else if (kind === 'groups') found.rooms.push({ document: roomFields(document), place });
      else if (kind === 'members') found.members.push({ document: memberFields(document), place });
      else if (users.add(document, place, out)) {
        if (subscriptions === undefined) rooms.addRoomsOf(document, place);
      } else out.brokenRow('users', place, JSON.stringify({ name: document['name'] }));
    }
  rooms.add(found.rooms, found.members, users, out);
  return { descriptions, elsewhere };
}

/** Whether an upload is in a folder or a bucket, and not in the database. */
function isElsewhere({ store }: Row): boolean {
  return typeof store === 'string' && !store.startsWith('GridFS');
}

/** Only the fields that are used stay in memory. */
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
      const wrong = isRow ? undefined : (broken ?? unreadable(JSON.stringify(value) ?? 'null'));
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
): Promise<StoredMessages> {
  const { out } = context;
  const messages = new StoredMessages(context);
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
        out.brokenRow('messages', place, broken ?? withoutSecrets(message));
        continue;
      }
      messages.add(message, place);
    }
  return messages;
}

function isEncrypted(message: Row): boolean {
  return message['t'] === 'e2e' || message['e2e'] !== undefined;
}

function leaveOutFiles(archive: Archive, collections: Collections, out: ExportRows): void {
  const read = new Set<Entry | undefined>(Object.values(collections));
  for (const entry of archive.entries) {
    if (read.has(entry) || metadataFile.test(entry.name)) continue;
    leaveOutFile(archive.placeOf(entry), 'not a collection that becomes rows', out);
  }
}
