import type { Row } from '@chatferry/contract';
import { cardText } from '../../reading/cards.ts';
import { type MediaFolder, nameWithoutAddress } from '../../reading/media-folder.ts';
import { filled, object, objects, text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { mentionedDetails, writeMessageRows } from '../../rows/message-rows.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import type { Channel, DiscordChannels } from './channels.ts';
import { fileOf } from './files.ts';
import { createdAt, isId, muidOf, secondsOf } from './ids.ts';
import type { DiscordOptions } from './options.ts';
import { writeReactions } from './reactions.ts';
import { cardOf, picturesOf, textOf } from './texts.ts';

export interface MessageContext {
  readonly users: KnownUsers;
  readonly channels: DiscordChannels;
  /** Names of roles by their ids. */
  readonly roles: ReadonlyMap<string, string>;
  readonly media: MediaFolder;
  readonly out: ExportRows;
  readonly options: DiscordOptions;
  /** Threads whose first message became a row. */
  readonly begun: Set<string>;
}

/** A message to be written. */
export interface ReadMessage {
  readonly message: Row;
  readonly id: string;
  readonly channel: Channel;
  readonly place: Place;
  /** The folder of the message's file in the export, with its `/`. */
  readonly folder: string;
  /** The message as the export contains it, without tokens. */
  readonly json: Uint8Array;
}

/** Types of messages that people write, by names and numbers, including commands and their answers. Discord writes all other types. */
const written = new Set(['Default', '0', 'Reply', '19', '20', '23']);

/** Turns a message into rows. */
export function writeMessage(read: ReadMessage, context: MessageContext): void {
  const { message, id, channel, place } = read;
  const { out, channels, begun } = context;
  const muid = muidOf(id);
  if (message['isPinned'] === true) {
    out.count('pins');
    out.leaveOut('pins', 'not carried yet', place, { muid });
  }
  const filter = (reason: string): void => {
    writeReactions(message, { muid, isFiltered: true, canReact: () => true }, place, out);
    out.filter('messages', reason);
  };
  const reason = reasonToFilter(message, channel, context.options);
  if (reason !== undefined) return filter(reason);
  if (!writeContent(read, context)) return filter('there is neither text nor file');
  if (channels.isThread(id)) begun.add(id);
  const { people } = channels.groupOf(channel);
  const canReact = (user: string): boolean => people.has(user);
  writeReactions(message, { muid, isFiltered: false, canReact }, place, out);
}

function reasonToFilter(
  message: Row,
  { kind, people }: Channel,
  { systemMessages, directMessages }: DiscordOptions,
): string | undefined {
  const type = String(message['type']);
  if (!written.has(type) && systemMessages === 'skip')
    return `type is ${type}, and systemMessages is skip`;
  if (kind !== 'direct') return undefined;
  if (directMessages === 'skip') return 'directMessages is skip';
  return people.size < 2
    ? 'the export names only one of the two people: name the other one under peers'
    : undefined;
}

/** @returns false when there is no content */
function writeContent(read: ReadMessage, context: MessageContext): boolean {
  const { message, id, channel, place, folder, json } = read;
  const { users, channels, out } = context;
  const { shown, mentioned } = shownText(read, context);
  const found = filesOf(message).map((each) => fileOf(each, folder, context.media));
  const files = found.flatMap(({ attachment }) =>
    attachment === undefined ? [] : [{ attachment }],
  );
  const named = found.flatMap(nameWithoutAddress);
  const stickers = listsOf(message, 'stickers').flatMap(({ name }) => text(name) ?? []);
  const body = [shown, ...stickers.map((name) => `[sticker ${name}]`), ...named]
    .filter((each) => each.trim() !== '')
    .join('\n');
  if (body === '' && files.length === 0) return false;
  for (const { note } of found) {
    out.count('files');
    out.note('files', note);
  }
  leaveOutPreviews(read, out);
  const sender = text(object(message['author'])['id']);
  const isDirect = channel.kind === 'direct';
  const content = {
    muid: muidOf(id),
    common: {
      ...filled({ sender }),
      receiverType: isDirect ? 'user' : 'group',
      ...filled({
        receiver: isDirect
          ? [...channel.people.keys()].find((each) => each !== sender)
          : channels.groupOf(channel).id,
      }),
      sentAt: secondsOf(message['timestamp']) ?? createdAt(id),
    },
    mentioned: mentionedDetails(mentioned, (uid) => users.nameOf(uid)),
    text: body,
    files,
    metadata: metadataOf(read, context),
  };
  writeMessageRows(content, place, json, out);
  return true;
}

/** The content of a forwarded message is in the message that it forwards. */
function listsOf(message: Row, name: string): readonly Row[] {
  return [...objects(message[name]), ...objects(object(message['forwardedMessage'])[name])];
}

/** The texts of a message, and of what it forwards. */
function writtenText(message: Row): string {
  return [text(message['content']), text(object(message['forwardedMessage'])['content'])]
    .filter((each) => each?.trim())
    .join('\n');
}

/** The cards of a message without any other text. */
function cardsOf(message: Row): readonly Row[] {
  return writtenText(message) === '' ? listsOf(message, 'embeds') : [];
}

/** If cards have no text and are shown, their pictures become files. */
function filesOf(message: Row): readonly Row[] {
  const wordless = cardsOf(message).filter((each) => cardText(cardOf(each)) === '');
  return [...listsOf(message, 'attachments'), ...wordless.flatMap(picturesOf)];
}

function shownText(
  { message }: ReadMessage,
  { users, channels, roles }: MessageContext,
): { readonly shown: string; readonly mentioned: ReadonlySet<string> } {
  const mentioned = new Set<string>();
  const cards = cardsOf(message).map((each) => cardText(cardOf(each)));
  const shown = textOf(
    [writtenText(message), ...cards].filter((each) => each !== '').join('\n'),
    objects(message['mentions']),
    {
      isUser: (uid) => users.has(uid),
      mention: (uid) => void mentioned.add(uid),
      channel: (channel) => channels.nameOf(channel),
      role: (role) => roles.get(role),
    },
  );
  return { shown: shown.trim(), mentioned };
}

/** Leaves out cards next to a text, because they repeat the content of a link. */
function leaveOutPreviews({ message, id, place }: ReadMessage, out: ExportRows): void {
  if (writtenText(message) === '') return;
  for (const { title, url } of listsOf(message, 'embeds')) {
    out.count('previews');
    const fields = { muid: muidOf(id), title, address: text(url)?.split('?')[0] };
    out.leaveOut('previews', 'cards next to a text', place, fields);
  }
}

function metadataOf(
  { message, id, channel }: ReadMessage,
  { users, channels, begun, out }: MessageContext,
): Row | undefined {
  const editedAt = secondsOf(message['timestampEdited']);
  if (editedAt !== undefined) out.note('messages', 'edited; the export has the last version');
  const author = object(message['author']);
  const name = text(author['nickname']) ?? text(author['name']);
  const isReply = channels.groupOf(channel) !== channel && channel.id !== id;
  const isOrphan = isReply && !begun.has(channel.id);
  if (isOrphan) out.note('messages', 'in threads whose first message is not in the export');
  const reference = object(message['reference'])['messageId'];
  const type = String(message['type']);
  const isQuote = (type === 'Reply' || type === '19') && isId(reference);
  return filled({
    parentMuid: isReply ? muidOf(channel.id) : undefined,
    parentMissing: isOrphan ? true : undefined,
    thread: isReply ? channel.name : undefined,
    quotedMuid: isQuote ? muidOf(reference) : undefined,
    forwarded: message['forwardedMessage'] === undefined ? undefined : true,
    editedAt,
    // Messages of a webhook have one author with many names.
    username:
      author['isBot'] === true && name !== users.ownNameOf(String(author['id'])) ? name : undefined,
    command: text(object(message['interaction'])['name']),
    discordType: written.has(type) ? undefined : type,
  });
}
