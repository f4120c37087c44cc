import type { Row } from '@chatferry/contract';
import { nameWithoutAddress } from '../../reading/media-folder.ts';
import { secondsIn } from '../../reading/times.ts';
import { filled, object, text } from '../../reading/values.ts';
import type { Chats } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { StoredMessage } from '../../rows/message-copies.ts';
import { writeMessageRows } from '../../rows/message-rows.ts';
import { attributesOf } from './attributes.ts';
import { fileOf, mediaOf } from './files.ts';
import { isSid, muidOf, SYSTEM_USER } from './ids.ts';
import type { MessageContext } from './message-context.ts';
import type { TwilioOptions } from './options.ts';
import { reactionsOf, writeReactions } from './reactions.ts';
import { authorOf } from './users.ts';

/** Turns a message into rows. */
export function writeMessage(stored: StoredMessage, context: MessageContext): void {
  const { out, chats, uidOf, options } = context;
  const { message, chat, place, json } = stored;
  const muid = muidOf(String(message['sid']));
  const pair = options.pairs === 'groups' ? undefined : chats.pairOf(chat);
  const author = authorOf(message);
  const { all, carried } = attributesOf(message, place, out, [
    options.parentAttribute,
    options.reactionsAttribute,
  ]);
  const places = {
    saved: context.saved,
    url: options.mediaUrl,
    atTwilio: (of: string) => context.services.addressOf(of, message, chat),
    files: out.files,
  };
  const found = mediaOf(message).map((each) => fileOf(each, places));
  const names = found.flatMap(nameWithoutAddress);
  const body = [text(message['body']) ?? '', ...names].filter((each) => each.trim() !== '');
  const files = found.flatMap(({ attachment }) =>
    attachment === undefined ? [] : [{ attachment }],
  );
  const isEmpty = body.length === 0 && files.length === 0;
  const reason = reasonToFilter(message, { author, pair, isEmpty }, options);
  const reactions = reactionsOf(all, options.reactionsAttribute);
  writeReactions(reactions, { muid, isFiltered: reason !== undefined }, stored, context);
  if (reason !== undefined) return out.filter('messages', reason);
  for (const { note } of found) {
    out.count('files');
    out.note('files', note);
  }
  const receiver =
    pair === undefined
      ? { receiverType: 'group', receiver: chat }
      : { receiverType: 'user', receiver: uidOf(pair.find((each) => each !== author)!) };
  const common = {
    sender: uidOf(author),
    ...receiver,
    ...filled({ sentAt: secondsIn(message['date_created']) }),
  };
  const metadata = metadataOf(message, all, carried, context);
  writeMessageRows(
    { muid, common, mentioned: {}, text: body.join('\n'), files, metadata },
    place,
    json,
    out,
  );
}

function reasonToFilter(
  message: Row,
  found: {
    readonly author: string;
    readonly pair: readonly string[] | undefined;
    readonly isEmpty: boolean;
  },
  { systemMessages, pairs }: TwilioOptions,
): string | undefined {
  const { author, pair, isEmpty } = found;
  if (pair !== undefined && pairs === 'skip') return 'pairs is skip';
  if (author === SYSTEM_USER && systemMessages === 'skip')
    return 'no user sent it, and systemMessages is skip';
  if (author === SYSTEM_USER && pair !== undefined)
    return 'no user sent it, in a conversation of two people';
  if (!isEmpty) return undefined;
  return text(message['content_sid']) === undefined
    ? 'there is neither text nor file'
    : 'it was made of a template, and the resource has no text';
}

function metadataOf(
  message: Row,
  attributes: Row,
  carried: Row | undefined,
  { out, options }: MessageContext,
): Row | undefined {
  const { parentAttribute } = options;
  const parent = parentAttribute === undefined ? undefined : attributes[parentAttribute];
  const isEdited = message['was_edited'] === true;
  if (isEdited) out.note('messages', 'edited; the resource has only the last version');
  if (Object.keys(object(message['delivery'])).length > 0)
    out.note('messages', 'with delivery reports, which are not carried');
  return filled({
    parentMuid: isSid(parent) ? muidOf(parent) : undefined,
    editedAt: isEdited ? secondsIn(message['date_updated']) : undefined,
    contentSid: text(message['content_sid']),
    attributes: Object.keys(attributes).length === 0 ? carried?.['attributes'] : carried,
  });
}

/** Notes the people whom a message names. */
export function noteNames(
  message: Row,
  chat: string,
  place: Place,
  {
    chats,
    addAuthor,
    options,
  }: {
    readonly chats: Chats;
    readonly addAuthor: (author: string, place: Place) => void;
    readonly options: TwilioOptions;
  },
): void {
  const author = authorOf(message);
  if (author !== SYSTEM_USER) chats.addSender(chat, author, place);
  if (author !== SYSTEM_USER || options.systemMessages === 'text') addAuthor(author, place);
}
