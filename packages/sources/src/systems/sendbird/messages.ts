import { limits, type Row } from '@chatferry/contract';
import { withNamedMentions } from '../../reading/named-mentions.ts';
import { withoutSecretFields } from '../../reading/secrets.ts';
import { secondsIn } from '../../reading/times.ts';
import { filled, object, objects, text, texts } from '../../reading/values.ts';
import type { Chats } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import { leaveOutLongFields } from '../../rows/long-fields.ts';
import {
  type CustomPart,
  mentionedDetails,
  type MessageFile,
  writeMessageRows,
} from '../../rows/message-rows.ts';
import { writeReaction } from '../../rows/reaction-rows.ts';
import { dataOf } from './channels.ts';
import { fileOf, filesOf, pollOf } from './files.ts';
import { messageId, muidOf } from './ids.ts';
import type { SendbirdOptions } from './options.ts';
import { addUser, ADMIN_USER, DELETED_USER } from './users.ts';

export interface MessageContext {
  readonly users: KnownUsers;
  readonly chats: Chats;
  readonly out: ExportRows;
  readonly options: SendbirdOptions;
}

/** Why a message is filtered, by its own fields. */
export function ownReason(message: Row, { systemMessages }: SendbirdOptions): string | undefined {
  if (message['is_removed'] === true) return 'it was deleted';
  if (!isOfAdmin(message) || systemMessages === 'text') return undefined;
  return `type is ${String(message['type'])}, and systemMessages is skip`;
}

/** Whether no user sent the message. */
function isOfAdmin(message: Row): boolean {
  const hasUser = text(object(message['user'])['user_id']) !== undefined;
  return message['type'] === 'ADMM' || (message['type'] === 'BRDM' && !hasUser);
}

/** Notes the people whom a message names. */
export function noteNames(
  message: Row,
  channel: string,
  place: Place,
  { users, chats }: Pick<MessageContext, 'users' | 'chats'>,
): void {
  const sender = senderOf(message, place, users);
  if (sender !== ADMIN_USER) chats.addSender(channel, sender, place);
  for (const each of objects(message['mentioned_users'])) addUser(each, place, 'message', users);
  for (const each of objects(message['reactions']))
    for (const user of texts(each['user_ids'])) users.add(user, place, 0, {});
}

function senderOf(message: Row, place: Place, users: KnownUsers): string {
  if (isOfAdmin(message)) {
    users.add(ADMIN_USER, place, 1, { name: 'Admin', tags: ['bot'] });
    return ADMIN_USER;
  }
  const sender = addUser(object(message['user']), place, 'message', users);
  if (sender !== undefined) return sender;
  users.add(DELETED_USER, place, 1, { name: 'Deleted user', tags: ['chatferry-placeholder'] });
  return DELETED_USER;
}

/** Turns a message into rows. @param json as it is stored */
export function writeMessage(
  message: Row,
  channel: string,
  place: Place,
  json: Uint8Array,
  context: MessageContext,
): void {
  const { out, chats, options } = context;
  const muid = muidOf(messageId(message['message_id'])!);
  const pair = chats.pairOf(channel);
  const reason = ownReason(message, options) ?? reasonOfPair(message, pair, options);
  const content = reason === undefined ? contentOf(message, context) : undefined;
  const isEmpty = content?.body === '' && content.parts.length === 0;
  const isFiltered = reason !== undefined || isEmpty;
  writeReactions(message, { muid, isFiltered, channel, place }, context);
  if (isFiltered) return out.filter('messages', reason ?? 'there is neither text nor file');
  const { body, parts, mentioned } = content!;
  const named = text(object(message['user'])['user_id']);
  const sender = isOfAdmin(message) ? ADMIN_USER : (named ?? DELETED_USER);
  const receiver =
    pair === undefined
      ? { receiverType: 'group', receiver: channel }
      : { receiverType: 'user', receiver: pair.find((each) => each !== sender)! };
  const type = text(message['custom_type']);
  const common = {
    sender,
    ...receiver,
    ...filled({
      sentAt: secondsIn(message['created_at']),
      tags: type === undefined ? undefined : [type.slice(0, limits.tagLength)],
    }),
  };
  const { data, tooLong } = dataOf(message);
  leaveOutLongFields(tooLong, 'message', place, { muid }, out);
  writeMessageRows(
    {
      muid,
      common,
      mentioned,
      text: body,
      files: parts,
      metadata: metadataOf(message, data, context),
    },
    place,
    json,
    out,
  );
}

function reasonOfPair(
  message: Row,
  pair: readonly string[] | undefined,
  { directMessages }: SendbirdOptions,
): string | undefined {
  if (pair === undefined) return undefined;
  if (directMessages === 'skip') return 'directMessages is skip';
  return isOfAdmin(message) ? 'no user sent it, in a conversation of two people' : undefined;
}

interface Content {
  readonly body: string;
  readonly parts: readonly (MessageFile | CustomPart)[];
  /** The field with the users whom the message mentions. */
  readonly mentioned: Row;
}

function contentOf(message: Row, { users, out, options }: MessageContext): Content {
  const people = objects(message['mentioned_users']).flatMap((person) => {
    const id = text(person['user_id']);
    if (id === undefined) return [];
    const names = [text(person['nickname']), users.nameOf(id), `{${id}}`, id];
    return [{ uid: id, names: names.filter((name) => name !== undefined) }];
  });
  const { text: shown, mentioned } = withNamedMentions(text(message['message']) ?? '', people);
  const found = filesOf(message).map((file) => fileOf(file, message, options.filesUrl, out.files));
  for (const { note } of found) {
    out.count('files');
    out.note('files', note);
  }
  const names = found.flatMap(({ file, name }) => (file === undefined ? [`[file ${name}]`] : []));
  return {
    body: [shown, ...names].filter((each) => each.trim() !== '').join('\n'),
    parts: [...found.flatMap(({ file }) => file ?? []), ...pollOf(message)],
    mentioned: mentionedDetails(mentioned, (uid) => users.nameOf(uid)),
  };
}

function metadataOf(
  message: Row,
  data: unknown,
  { out, options }: MessageContext,
): Row | undefined {
  const parent = messageId(message['parent_message_id']);
  const isReply = parent !== undefined && options.threads === 'metadata';
  const editedAt = secondsIn(message['updated_at']);
  if (editedAt !== undefined) out.note('messages', 'edited; the export has only the last version');
  const arrays = objects(message['sorted_metaarray']).flatMap(({ key, value }) =>
    typeof key === 'string' ? [[key, value] as const] : [],
  );
  return filled({
    parentMuid: isReply ? muidOf(parent) : undefined,
    alsoInChannel: isReply && message['is_reply_to_channel'] === true ? true : undefined,
    editedAt,
    data,
    metaArray: filled(JSON.parse(withoutSecretFields(Object.fromEntries(arrays))) as Row),
    sendbirdType: isOfAdmin(message) ? message['type'] : undefined,
  });
}

function writeReactions(
  message: Row,
  {
    muid,
    isFiltered,
    channel,
    place,
  }: { muid: string; isFiltered: boolean; channel: string; place: Place },
  { out, chats }: MessageContext,
): void {
  const canReact = (user: string): boolean => chats.isMember(channel, user);
  const reacted = { muid, isFiltered, canReact };
  for (const { key, user_ids: users, updated_at: time } of objects(message['reactions'])) {
    const emoji = String(key).replace(/^:+|:+$/g, '');
    const reactedAt = secondsIn(time);
    for (const uid of new Set(texts(users))) {
      out.count('reactions');
      writeReaction({ uid, reaction: `:${emoji}:`, reactedAt }, reacted, place, out);
    }
  }
}
