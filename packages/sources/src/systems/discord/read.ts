import { type FindOriginals, noOriginals } from '../../rows/source-words.ts';
import type { Row } from '@chatferry/contract';
import type { Archive } from '../../archive/archive.ts';
import { jsonFiles, type JsonFile } from '../../reading/json-files.ts';
import { object, objects, text, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { KnownUsers } from '../../rows/known-users.ts';
import { sameTimes } from '../../rows/same-time.ts';
import { type SortedRecord, TimeSorter } from '../../rows/time-sorter.ts';
import { type Channel, DiscordChannels, isThread } from './channels.ts';
import { candidates, isChannelFile } from './recognise.ts';
import { createdAt, isId, muidOf, secondsOf } from './ids.ts';
import { type MessageContext, writeMessage } from './messages.ts';
import type { DiscordOptions } from './options.ts';
import { OtherFiles } from './other-files.ts';
import { storedForm, withoutTokens } from './stored-form.ts';
import { addUser } from './users.ts';

/*
 * The whole reading:
 *
 *   for each file of a channel: note the channel; store its messages, and note the people whom they name
 *   write the groups with their members, then the users
 *   later, for each message, channel by channel, in the order of ids, which is the order of times: write its rows
 */

/** The content of the files so far, until all files are read. */
interface FoundFiles {
  readonly files: ChannelFile[];
  readonly messages: TimeSorter;
  /** The position of each channel in the order of the messages. */
  readonly orders: Map<string, number>;
  readonly users: KnownUsers;
  readonly channels: DiscordChannels;
  readonly roles: Map<string, string>;
  readonly others: OtherFiles;
}

/** A file of a channel. */
interface ChannelFile {
  readonly name: string;
  /** With its `/`. */
  readonly folder: string;
  /** Undefined for a file without a channel id. */
  channel: Channel | undefined;
  /** UNIX seconds. If several files contain a message, the latest file counts. */
  exportedAt: number;
  /** Users whom the messages name, each with one of these messages. */
  readonly people: Map<string, Place>;
}

/** Reads files of DiscordChatExporter. */
export async function readDiscord(
  archive: Archive,
  options: DiscordOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const messages = new TimeSorter(out.workFile('messages'), 2);
  const found: FoundFiles = {
    files: [],
    messages,
    orders: new Map(),
    users: new KnownUsers(),
    channels: new DiscordChannels(options),
    roles: new Map(),
    others: new OtherFiles(archive, options.filesUrl, out.files),
  };
  for await (const file of jsonFiles(archive, candidates(archive)))
    if (isChannelFile(file.beginning?.value)) {
      found.others.remove(file.entry.name);
      await readFile(file, found, out);
    }
  const { users, channels, roles, others } = found;
  addPeers(found, options);
  channels.complete(out);
  const { media } = others;
  const begun = new Set<string>();
  const context: MessageContext = { users, channels, roles, media, out, options, begun };
  out.makeLater('messages', write(found, context), messages);
  channels.write(users, options, out);
  users.write(out, options.deletedUsers);
  others.leaveOut(out);
  return noOriginals;
}

const parts = ['guild', 'channel', 'dateRange', 'exportedAt', 'messageCount', 'messages[*]'];

async function readFile(file: JsonFile, found: FoundFiles, out: ExportRows): Promise<void> {
  const { name } = file.entry;
  const header: Row = {};
  const number =
    found.files.push({
      name: file.file,
      folder: name.slice(0, name.lastIndexOf('/') + 1),
      channel: undefined,
      exportedAt: 0,
      people: new Map(),
    }) - 1;
  const order = orderOf(object(object(file.beginning?.value)['channel']), found.orders);
  let messages = 0;
  for await (const batch of file.parts(parts))
    for (const { path, line, value, broken } of batch) {
      if (path !== 'messages[*]') {
        header[path] = value;
        continue;
      }
      messages++;
      storeMessage(object(value), { file: number, line, broken, order }, found, out);
    }
  const own = found.files[number]!;
  own.exportedAt = secondsOf(header['exportedAt']) ?? 0;
  const place = { file: file.file, line: 1 };
  own.channel = found.channels.add(object(header['channel']), object(header['guild']), place, out);
  if (own.channel === undefined)
    out.brokenRow('groups', place, JSON.stringify(object(header['channel'])));
  else
    for (const [uid, at] of own.people)
      if (!own.channel.people.has(uid)) own.channel.people.set(uid, at);
  const { after, before } = object(header['dateRange']);
  if (text(after) !== undefined || text(before) !== undefined)
    out.note('channels', 'exported with a range of dates: other messages are not in the export');
  if (wholeNumber(header['messageCount']) !== messages)
    out.note('channels', 'whose file does not have as many messages as it states');
}

/** More than the seconds in ids, and more than the files. */
const SECONDS = 2 ** 31;
const CHANNELS = 2 ** 21;

/**
 * Channels follow each other, because rows of one file are judged together. Threads come after all other channels, so that their first
 * messages are known. A number has no space for more than the second of an id.
 */
function orderOf({ id, type }: Row, orders: Map<string, number>): number {
  const key = String(id);
  const known = orders.get(key) ?? orders.size;
  orders.set(key, known);
  return (known + (isThread(type) ? CHANNELS : 0)) * SECONDS;
}

function secondOf(id: string): number {
  return Math.min(Math.floor(Number(BigInt(id) >> 22n) / 1000), SECONDS - 1);
}

interface StoredPlace {
  readonly file: number;
  readonly line: number;
  readonly broken: string | undefined;
  readonly order: number;
}

function storeMessage(
  message: Row,
  { file, line, broken, order }: StoredPlace,
  found: FoundFiles,
  out: ExportRows,
): void {
  out.count('messages');
  const place = { file: found.files[file]!.name, line };
  const id = message['id'];
  const json = broken === undefined ? storedForm(message) : withoutTokens(broken);
  if (!isId(id)) return out.brokenRow('messages', place, json);
  noteNames(message, place, found.files[file]!, found);
  found.others.removeFilesOf(message, found.files[file]!.folder);
  found.messages.add(order + secondOf(id), [file, line], json);
}

function noteNames(
  message: Row,
  place: Place,
  { people }: ChannelFile,
  { users, roles }: FoundFiles,
): void {
  const time = secondsOf(message['timestamp']) ?? createdAt(String(message['id']));
  const author = object(message['author']);
  const inside = [
    author,
    object(object(message['interaction'])['user']),
    ...objects(message['reactions']).flatMap(({ users: each }) => objects(each)),
  ];
  const mentions = objects(message['mentions']);
  // The message mentions the user who was added to a conversation.
  if (message['type'] === 'RecipientAdd') inside.push(...mentions);
  for (const user of inside) {
    const uid = addUser(user, place, time, users);
    if (uid !== undefined && !people.has(uid)) people.set(uid, place);
  }
  for (const user of mentions) addUser(user, place, time, users);
  for (const { id, name } of objects(author['roles']))
    if (isId(id) && text(name) !== undefined) roles.set(id, String(name));
}

/** Adds the people whom the options name for conversations in which they wrote nothing. */
function addPeers({ files, users }: FoundFiles, { peers }: DiscordOptions): void {
  for (const { channel } of files) {
    const peer = channel?.kind === 'direct' ? peers[channel.id] : undefined;
    if (channel === undefined || peer === undefined || channel.people.has(peer)) continue;
    users.addNamed(peer, channel.place, 0, {});
    channel.people.set(peer, channel.place);
  }
}

function* write({ files, messages }: FoundFiles, context: MessageContext): Generator<void> {
  // Messages of the same channel and second are together.
  for (const same of sameTimes(messages))
    for (const { message, id, file, line, json } of latest(same, files, context.out)) {
      const place = { file: file.name, line };
      const { channel, folder } = file;
      if (channel === undefined) context.out.row('messages', place, { muid: muidOf(id) }, json);
      else writeMessage({ message, id, channel, place, folder, json }, context);
      yield;
    }
}

/** A stored message. */
interface StoredMessage {
  readonly message: Row;
  readonly id: string;
  readonly file: ChannelFile;
  readonly line: number;
  readonly json: Uint8Array;
}

/** The messages in the order of their ids, each once: from the file that was written last. */
function latest(
  same: readonly SortedRecord[],
  files: readonly ChannelFile[],
  out: ExportRows,
): Iterable<StoredMessage> {
  const byId = new Map<string, StoredMessage>();
  for (const { numbers, bytes } of same) {
    const message = object(JSON.parse(bytes.toString()));
    const id = String(message['id']);
    const [number, line] = numbers as [number, number];
    const file = files[number]!;
    const known = byId.get(id);
    if (known !== undefined) out.filter('messages', 'another file of the channel has it too');
    if (known === undefined || file.exportedAt >= known.file.exportedAt)
      byId.set(id, { message, id, file, line, json: bytes });
  }
  return [...byId.values()].toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
}
