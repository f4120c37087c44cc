import type { Row } from '@chatferry/contract';
import { cardText } from '../../reading/cards.ts';
import { filled, object, objects, text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { mentionedDetails, writeMessageRows } from '../../rows/message-rows.ts';
import { type FileNames, type FoundFile, filesOf, isFileCard } from './files.ts';
import { muidOf, secondsOf } from './ids.ts';
import { textOf } from './markdown.ts';
import type { RocketchatOptions } from './options.ts';
import { writeReactions } from './reactions.ts';
import type { Room, RocketchatRooms } from './rooms.ts';
import { shownAttachments } from './shown-attachments.ts';
import type { RocketchatUsers } from './users.ts';

export interface MessageContext {
  readonly users: RocketchatUsers;
  readonly rooms: RocketchatRooms;
  readonly files: FileNames;
  readonly out: ExportRows;
  readonly options: RocketchatOptions;
}

/** Why a message is filtered, whatever its content. */
export function reasonToFilter(
  message: Row,
  { rooms, options }: Pick<MessageContext, 'rooms' | 'options'>,
): string | undefined {
  if (message['_hidden'] === true) return 'an earlier version that the server kept';
  const type = text(message['t']);
  if (type === 'rm') return 'it was deleted';
  const rid = text(message['rid']);
  if (rid === undefined) return 'it is in no room';
  const room = rooms.of(rid);
  if (room?.kind === 'customer') return 'the room is a conversation with a customer';
  if (room?.kind === 'direct') {
    if (options.directMessages === 'skip') return 'directMessages is skip';
    if (room.users.length < 2) return 'the conversation is with oneself';
  }
  if (type !== undefined && options.systemMessages === 'skip')
    return `type is ${type}, and systemMessages is skip`;
  return undefined;
}

/** Turns a message into rows. @param json as the dump contains it, without secrets */
export function writeMessage(
  message: Row,
  place: Place,
  json: Uint8Array,
  context: MessageContext,
): void {
  const { out, rooms } = context;
  const muid = muidOf(String(message['_id']));
  const rid = text(message['rid']) ?? '';
  leaveOutMarks(message, muid, place, out);
  const filter = (reason: string): void => {
    writeReactions(message, { muid, isFiltered: true, canReact: () => true }, place, context);
    out.filter('messages', reason);
  };
  const reason = reasonToFilter(message, context);
  if (reason !== undefined) return filter(reason);
  const room = rooms.of(rid)!;
  if (!writeContent(message, { muid, rid, room, place, json }, context))
    return filter('there is neither text nor file');
  const canReact = (user: string): boolean =>
    room.kind === 'direct' ? room.users.includes(user) : rooms.isMember(rid, user);
  writeReactions(message, { muid, isFiltered: false, canReact }, place, context);
}

interface PlacedMessage {
  readonly muid: string;
  readonly rid: string;
  readonly room: Room;
  readonly place: Place;
  readonly json: Uint8Array;
}

/** @returns false when there is no content */
function writeContent(
  message: Row,
  { muid, rid, room, place, json }: PlacedMessage,
  context: MessageContext,
): boolean {
  const { out, users, files } = context;
  const attachments = shownAttachments(message);
  const { shown, mentioned, quoted } = shownText(message, attachments, context);
  const found = filesOf({ ...message, attachments }, files);
  const media = found.flatMap(({ attachment, caption }) =>
    attachment === undefined ? [] : [{ attachment, caption }],
  );
  const named = found.filter((each) => each.attachment === undefined).map(namedFile);
  const body = [shown, ...named].filter((each) => each.trim() !== '').join('\n');
  if (body === '' && media.length === 0) return false;
  for (const { note } of found) {
    out.count('files');
    out.note('files', note);
  }
  const sender = text(object(message['u'])['_id']);
  const common = {
    ...filled({ sender }),
    ...receiverOf(rid, room, sender, context),
    ...filled({ sentAt: secondsOf(message['ts']) }),
  };
  const content = {
    muid,
    common,
    mentioned: mentionedDetails(mentioned, (uid) => users.nameOf(uid)),
    text: body,
    files: media,
    metadata: metadataOf(message, quoted, context),
  };
  writeMessageRows(content, place, json, out);
  return true;
}

function namedFile({ name, caption }: FoundFile): string {
  return caption === undefined ? `[file ${name}]` : `[file ${name}] ${caption}`;
}

function receiverOf(
  rid: string,
  room: Room,
  sender: string | undefined,
  { users, out }: MessageContext,
): Row {
  if (room.kind === 'group') return { receiverType: 'group', receiver: rid };
  const isOfTwo = sender !== undefined && room.users.includes(sender);
  // The server gives messages of a removed user to its bot. The receiver is then the remaining person.
  const receiver = isOfTwo
    ? room.users.find((each) => each !== sender)
    : (room.users.find((each) => !users.isPlaceholder(each)) ?? room.users[0]);
  if (!isOfTwo)
    out.note('messages', 'in conversations of two others, to the one who has an account');
  return { receiverType: 'user', receiver };
}

interface ShownText {
  readonly shown: string;
  readonly mentioned: ReadonlySet<string>;
  /** The ids of the quoted messages. */
  readonly quoted: ReadonlySet<string>;
}

function shownText(
  message: Row,
  attachments: readonly Row[],
  { users, rooms }: MessageContext,
): ShownText {
  const mentioned = new Set<string>();
  const quoted = new Set<string>();
  const own = text(message['msg']) ?? '';
  // Previews of links are in another field, so every card is content. The picture of a card is a file.
  const cards = attachments
    .filter((each) => !isFileCard(each))
    .map((each) => cardText({ ...each, image_url: undefined }));
  const people = new Map(objects(message['mentions']).map((each) => [each['username'], each]));
  const named = new Map(objects(message['channels']).map((each) => [each['name'], each]));
  const shown = textOf([own, ...cards].filter((each) => each !== '').join('\n'), {
    user: (username) => {
      const id = text(people.get(username)?.['_id']);
      if (id === undefined || !users.has(id)) return undefined;
      mentioned.add(id);
      return id;
    },
    room: (name) => {
      const found = named.get(name);
      return text(found?.['fname']) ?? rooms.of(text(found?.['_id']) ?? '')?.title;
    },
    quote: (id) => void quoted.add(muidOf(id)),
  });
  return { shown: shown.trim(), mentioned, quoted };
}

function metadataOf(
  message: Row,
  quoted: ReadonlySet<string>,
  { out, options }: MessageContext,
): Row | undefined {
  const editedAt = secondsOf(message['editedAt']);
  if (editedAt !== undefined) out.note('messages', 'edited; the dump has the last version');
  const parent = text(message['tmid']);
  const username = text(message['alias']);
  if (username !== undefined && object(message['u'])['_id'] === 'rocket.cat')
    out.note('messages', 'of the bot of the server under another name, as those of removed users');
  const [quotedMuid, ...others] = quoted;
  const isReply = parent !== undefined && options.threads === 'metadata';
  return filled({
    parentMuid: isReply ? muidOf(parent) : undefined,
    alsoInChannel: isReply && message['tshow'] === true ? true : undefined,
    editedAt,
    quotedMuid,
    furtherQuotedMuids: others.length === 0 ? undefined : others,
    username,
    discussion: text(message['drid']),
    rocketchatType: text(message['t']),
  });
}

function leaveOutMarks(message: Row, muid: string, place: Place, out: ExportRows): void {
  if (message['pinned'] === true) {
    out.count('pins');
    out.leaveOut('pins', 'not carried yet', place, { muid });
  }
  for (const { _id: uid } of objects(message['starred'])) {
    out.count('stars');
    out.leaveOut('stars', 'the service has no such thing', place, { muid, uid });
  }
}
