import type { Row } from '@chatferry/contract';
import { type MediaFolder, nameWithoutAddress } from '../../reading/media-folder.ts';
import { filled, text, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { mentionedDetails, writeMessageRows } from '../../rows/message-rows.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import { type Chat, isDirect, memberKey, reasonOfChat, senderWithoutName } from './chats.ts';
import { fileOf } from './files.ts';
import { muidOf, userId } from './ids.ts';
import type { TelegramOptions } from './options.ts';
import { writeReactions } from './reactions.ts';
import { otherContent, textOf } from './texts.ts';
import type { ExportTimes } from './times.ts';

export interface MessageContext {
  readonly users: KnownUsers;
  /** See `memberKey`. */
  readonly members: ReadonlySet<string>;
  readonly times: ExportTimes;
  readonly media: MediaFolder;
  readonly out: ExportRows;
  readonly options: TelegramOptions;
}

/** A message as one file contains it. */
export interface StoredCopy {
  readonly message: Row;
  readonly id: number;
  readonly chat: Chat;
  readonly place: Place;
  /** The message as the export contains it, without telephone numbers. */
  readonly json: Uint8Array;
}

/** A message to be written, which may come from several copies. */
export interface ReadMessage extends StoredCopy {
  /** The chat whose file has the text and the times of the message; `chat` is the chat of its number. */
  readonly source: Chat;
  /** The folder of the message's file, with its `/`. */
  readonly folder: string;
}

/** The user who sent a message, if the message names the user. */
export function senderOf(message: Row): string | undefined {
  return userId(message['from_id']) ?? userId(message['actor_id']);
}

/** Turns a message into rows. */
export function writeMessage(read: ReadMessage, context: MessageContext): void {
  const { message, id, chat, place, source } = read;
  const { out, options, times } = context;
  const muid = muidOf(chat.key, chat.owner, id);
  const secondsOf = (date: unknown): number | undefined =>
    times.secondsOf(source.file, date, undefined)?.seconds;
  const filter = (reason: string): void => {
    writeReactions(
      message,
      { muid, isFiltered: true, canReact: () => true, secondsOf },
      place,
      out,
    );
    out.filter('messages', reason);
  };
  leaveOutPin(read, out);
  const reason = reasonOfChat(chat, options.directMessages) ?? reasonOfMessage(message, options);
  if (reason !== undefined) return filter(reason);
  if (!writeContent(read, muid, context)) return filter('there is neither text nor file');
  const canReact = (user: string): boolean =>
    chat.people.has(user) ||
    user === chat.key ||
    (isDirect(chat) && user === chat.owner) ||
    context.members.has(memberKey(chat.key, user));
  writeReactions(message, { muid, isFiltered: false, canReact, secondsOf }, place, out);
}

function reasonOfMessage(message: Row, { systemMessages }: TelegramOptions): string | undefined {
  const { type, action } = message;
  if (type === 'unsupported') return 'Telegram Desktop could not export it';
  if (type !== 'service' || systemMessages === 'text') return undefined;
  return `action is ${text(action) ?? 'not known'}, and systemMessages is skip`;
}

function leaveOutPin({ message, chat, place }: ReadMessage, out: ExportRows): void {
  if (message['action'] !== 'pin_message') return;
  out.count('pins');
  const pinned = wholeNumber(message['message_id']);
  const muid = pinned === undefined ? undefined : muidOf(chat.key, chat.owner, pinned);
  out.leaveOut('pins', 'not carried yet', place, { muid });
}

/** @returns false when there is no content */
function writeContent(read: ReadMessage, muid: string, context: MessageContext): boolean {
  const { message, chat, place, folder, json } = read;
  const { users, out } = context;
  const mentioned = new Set<string>();
  const shown = textOf(message, (uid) => void mentioned.add(uid)).trim();
  const file = fileOf(message, folder, context.media);
  const named =
    file === undefined ? [] : 'reason' in file ? [`[file ${file.name}]`] : nameWithoutAddress(file);
  const emoji = text(message['sticker_emoji']);
  const parts = [shown, ...(emoji === undefined ? named : named.map(() => `[sticker ${emoji}]`))];
  const found = parts.filter((each) => each !== '').join('\n');
  const isService = message['type'] === 'service';
  const body = found || otherContent(message) || (isService ? serviceText(message) : '');
  const files = file !== undefined && 'attachment' in file ? [file] : [];
  if (body.trim() === '' && files.length === 0) return false;
  if (file !== undefined) {
    out.count('files');
    if ('reason' in file) out.leaveOut('files', file.reason, place, { muid, name: file.name });
    else out.note('files', file.note);
  }
  const sender = senderOf(message) ?? senderWithoutName(chat);
  const content = {
    muid,
    common: {
      ...filled({ sender }),
      ...receiverOf(chat, sender),
      ...filled({ sentAt: timeOf(read, context) }),
    },
    mentioned: mentionedDetails(mentioned, (uid) => users.nameOf(uid)),
    text: body,
    files: files.map(({ attachment }) => ({ attachment: attachment! })),
    metadata: metadataOf(read, context),
  };
  writeMessageRows(content, place, json, out);
  return true;
}

function serviceText({ actor, action }: Row): string {
  return `(${[text(actor), text(action)?.replaceAll('_', ' ')].filter((each) => each !== undefined).join(': ')})`;
}

function receiverOf(chat: Chat, sender: string | undefined): Row {
  if (!isDirect(chat)) return filled({ receiverType: 'group', receiver: chat.key || undefined })!;
  const owner = chat.owner ?? [...chat.people.keys()].find((each) => each !== chat.key);
  return { receiverType: 'user', ...filled({ receiver: sender === chat.key ? owner : chat.key }) };
}

function timeOf(
  { message, source }: ReadMessage,
  { times, out }: MessageContext,
): number | undefined {
  const found = times.secondsOf(source.file, message['date'], message['date_unixtime']);
  if (found === undefined)
    out.note('messages', 'with the time of a clock whose zone is not known: set zone');
  else if (found.isGuess)
    out.note(
      'messages',
      'whose time is that of a clock, in its zone at other messages or at a clock change',
    );
  return found?.seconds;
}

function metadataOf(
  { message, chat, source }: ReadMessage,
  { users, times, out }: MessageContext,
): Row | undefined {
  const edited = times.secondsOf(source.file, message['edited'], message['edited_unixtime']);
  if (edited !== undefined) out.note('messages', 'edited; the export has the last version');
  const replied = integer(message['reply_to_message_id']);
  const topic = replied === undefined ? undefined : chat.topics.get(replied);
  const peer = text(message['reply_to_peer_id']);
  const isHere = peer === undefined || peer === chat.key;
  const quoted = isHere ? chat.key : peer.startsWith('channel') ? peer : undefined;
  const isQuote = replied !== undefined && topic === undefined && quoted !== undefined;
  const from = userId(message['from_id']);
  const signature = text(message['author']);
  return filled({
    quotedMuid: isQuote ? muidOf(quoted, chat.owner, replied) : undefined,
    topic,
    editedAt: edited?.seconds,
    forwardedFrom: text(message['forwarded_from']) ?? text(message['saved_from']),
    viaBot: text(message['via_bot']),
    username: signature === users.ownNameOf(from ?? '') ? undefined : signature,
    telegramAction: message['type'] === 'service' ? text(message['action']) : undefined,
  });
}

/** An integer. Ids of messages from before a group became another group are negative. */
function integer(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}
