import { WallClock } from '@chatferry/parsers';
import type { Archive } from '../../archive/archive.ts';
import { SourceError } from '../../errors/source-error.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { KnownUsers } from '../../rows/known-users.ts';
import { leaveOutFile } from '../../rows/other-files.ts';
import { type FindOriginals, noOriginals } from '../../rows/source-words.ts';
import { TimeSorter } from '../../rows/time-sorter.ts';
import { Conversation } from './conversations.ts';
import { ChatMedia } from './files.ts';
import { findChats, keysOf } from './find-chats.ts';
import { plainForm } from './markers.ts';
import { messagesInOrder, type ReadChat } from './messages-in-order.ts';
import { writeMessage } from './messages.ts';
import type { WhatsappOptions } from './options.ts';
import { People } from './people.ts';
import { storeMessages } from './store-messages.ts';
import { shownRecord } from './stored-message.ts';

/*
 * The whole reading:
 *
 *   for each file: find the form of its headers, then the order of its dates and the names of its senders
 *   for each file, for each of its records: store the message, and note the people that it names
 *   write the groups with their members, then the users
 *   later, for each conversation, for each message in the order of the times: write its rows
 */

/** Reads chats that the app of one phone exported as texts. */
export async function readWhatsapp(
  archive: Archive,
  options: WhatsappOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const clock = clockOf(archive, options);
  const found = await findChats(archive, options);
  const people = new People(new KnownUsers(), options.phoneNumbers);
  const messages = new TimeSorter(out.workFile('messages'), 3);
  const media = new ChatMedia(archive, options.filesUrl, out.files);
  const deletedTexts = new Set(options.deletedTexts?.map(plainForm));
  const conversations = new Map<string, Conversation>();
  const keys = keysOf(found);
  const chats = found.map((chat, index): ReadChat => {
    const key = keys[index]!;
    const place = { file: chat.place, line: 1 };
    const { size } = conversations;
    const conversation =
      conversations.get(key) ?? new Conversation(size, key, chat, place, people, options.me);
    conversations.set(key, conversation);
    return { ...chat, conversation };
  });
  const reading = { people, media, messages, clock, out, options, deletedTexts };
  for (const [number, chat] of chats.entries()) await storeMessages(archive, chat, number, reading);
  for (const conversation of conversations.values()) conversation.finish();
  const context = { people, media, out, options };
  const write = function* write(): Generator<void> {
    for (const message of messagesInOrder(messages, chats, people, out))
      yield writeMessage(message, context);
  };
  out.makeLater('messages', write(), messages, (json) =>
    shownRecord(json, (name) => people.shownName(name)),
  );
  for (const conversation of conversations.values()) conversation.write(out);
  people.users.write(out, 'keep');
  noteFacts(people, chats, out);
  const isNamed = options.me !== undefined;
  if (isNamed && ![...conversations.values()].some(({ isOfMe }) => isOfMe))
    out.note('chats', 'without a message of the person who is named under me', conversations.size);
  leaveOutOthers(archive, chats, media, out);
  return noOriginals;
}

/** @throws {SourceError} without a zone: the zone of this machine may be another one */
function clockOf({ path }: Archive, { zone }: WhatsappOptions): WallClock {
  if (zone !== undefined) return new WallClock(zone);
  throw new SourceError(
    'open-question',
    `${path} has only times of the clock of a phone, and the zone of the phone is not known.`,
    'Set the zone in the configuration, such as `sources: { whatsapp: { zone: Europe/Berlin } }`, and plan again.',
  );
}

function noteFacts({ count }: People, chats: readonly ReadChat[], out: ExportRows): void {
  out.note(
    'users',
    'people whose names or words are in the export: check that you may move them',
    count,
  );
  out.note(
    'chats',
    'without reactions, replies, roles and read state, which a text does not have; a delta needs an export of the same phone in the same language',
    chats.length,
  );
  out.count('chats', chats.length);
}

/** Lists the files that are neither a chat nor a file of a message. */
function leaveOutOthers(
  archive: Archive,
  chats: readonly ReadChat[],
  media: ChatMedia,
  out: ExportRows,
): void {
  const read = new Set(chats.map(({ entry }) => entry));
  for (const entry of archive.entries)
    if (!read.has(entry) && !media.isNamed(entry))
      leaveOutFile(archive.placeOf(entry), 'neither a chat nor a file that a message names', out);
}
