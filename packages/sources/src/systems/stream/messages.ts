import type { Row } from '@chatferry/contract';
import { type MentionedPerson, withNamedMentions } from '../../reading/named-mentions.ts';
import { ownFields } from '../../reading/secrets.ts';
import { secondsIn } from '../../reading/times.ts';
import { filled, object, objects, text, texts } from '../../reading/values.ts';
import type { Chats } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KeyedRecords } from '../../rows/keyed-records.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import { leaveOutLongFields } from '../../rows/long-fields.ts';
import {
  type CustomPart,
  mentionedDetails,
  type MessageFile,
  writeMessageRows,
} from '../../rows/message-rows.ts';
import type { StoredMessage } from '../../rows/message-copies.ts';
import { attachmentOf } from './attachments.ts';
import type { StreamOptions } from './options.ts';
import { writeReactions } from './reactions.ts';
import { addUser, DELETED_USER, idOf } from './users.ts';

/** Fields that Stream itself gives to messages. */
const known = new Set(
  'id text html type user user_id cid channel channel_type channel_id channel_member_ids created_at updated_at deleted_at deleted_for_me message_text_updated_at parent_id show_in_channel reply_count deleted_reply_count thread_participants quoted_message_id quoted_message attachments mentioned_users mentioned_users_ids mentioned_user_ids mentioned_channel mentioned_here mentioned_roles mentioned_group_ids latest_reactions own_reactions reaction_counts reaction_scores reaction_groups pinned pinned_at pinned_by pinned_by_id pin_expires silent shadowed command command_info args poll poll_id i18n restricted_visibility shared_location member moderation moderation_details image_labels before_message_send_failed mml draft reminder custom tmp_id app_pk pk'.split(
    ' ',
  ),
);

export interface MessageContext {
  readonly users: KnownUsers;
  readonly chats: Chats;
  readonly reactions: KeyedRecords;
  readonly out: ExportRows;
  readonly options: StreamOptions;
}

/** Why a message is filtered, by its own fields. */
export function ownReason(message: Row, { systemMessages }: StreamOptions): string | undefined {
  const type = text(message['type']);
  if (type === 'deleted' || secondsIn(message['deleted_at']) !== undefined) return 'it was deleted';
  if (type === 'error' || type === 'ephemeral') return `type is ${type}`;
  if (message['shadowed'] === true) return 'only its author could see it';
  if (texts(message['restricted_visibility']).length > 0) return 'only some members could see it';
  if (type !== 'system') return undefined;
  if (systemMessages === 'skip') return 'type is system, and systemMessages is skip';
  return authorOf(message) === undefined ? 'it has no author' : undefined;
}

function authorOf(message: Row): unknown {
  return message['user'] ?? message['user_id'] ?? undefined;
}

/** Notes the people whom a message names. */
export function noteNames(
  message: Row,
  channel: string,
  place: Place,
  { users, chats }: Pick<MessageContext, 'users' | 'chats'>,
): void {
  chats.addSender(channel, senderOf(message, place, users), place);
  for (const each of mentionsOf(message)) addUser(each, place, users);
}

function senderOf(message: Row, place: Place, users: KnownUsers): string {
  const sender = addUser(authorOf(message), place, users);
  if (sender !== undefined) return sender;
  users.add(DELETED_USER, place, 0, { name: 'Deleted user', tags: ['chatferry-placeholder'] });
  return DELETED_USER;
}

function mentionsOf(message: Row): readonly unknown[] {
  const ids = [...texts(message['mentioned_users_ids']), ...texts(message['mentioned_user_ids'])];
  const people = objects(message['mentioned_users']);
  return people.length > 0 ? people : [...texts(message['mentioned_users']), ...ids];
}

/** Turns a message into rows. */
export function writeMessage(stored: StoredMessage, context: MessageContext): void {
  const { out, chats, reactions, options } = context;
  const { message, chat: channel, place, micros, json } = stored;
  const muid = String(message['id']);
  const reason = ownReason(message, options) ?? reasonOfChannel(micros, channel, context);
  const pair = chats.pairOf(channel);
  const content = reason === undefined ? contentOf(message, context) : undefined;
  const isEmpty = content?.body === '' && content.parts.length === 0;
  const isFiltered = reason !== undefined || isEmpty;
  const canReact = (user: string): boolean => chats.isMember(channel, user);
  writeReactions(message, { muid, isFiltered, canReact }, place, {
    stored: reactions,
    out,
  });
  if (isFiltered) return out.filter('messages', reason ?? 'there is neither text nor file');
  const { body, parts, mentioned } = content!;
  leaveOutMarks(message, muid, place, out);
  const sender = idOf(authorOf(message)) ?? DELETED_USER;
  const common = {
    sender,
    ...receiverOf(channel, pair, sender),
    ...(micros > 0 ? { sentAt: Math.floor(micros / 1e6) } : {}),
  };
  writeMessageRows(
    {
      muid,
      common,
      mentioned,
      text: body,
      files: parts,
      metadata: metadataOf(message, place, context),
    },
    place,
    json,
    out,
  );
}

function reasonOfChannel(
  micros: number,
  channel: string,
  { chats, options }: MessageContext,
): string | undefined {
  const { reason, emptiedAt = 0 } = chats.factsOf(channel) ?? {};
  if (reason !== undefined) return reason;
  if (micros <= emptiedAt && micros > 0) return 'the channel was emptied later';
  const isPair = options.directMessages === 'skip' && chats.pairOf(channel) !== undefined;
  return isPair ? 'directMessages is skip' : undefined;
}

function receiverOf(channel: string, pair: readonly string[] | undefined, sender: string): Row {
  if (pair === undefined) return { receiverType: 'group', receiver: channel };
  return { receiverType: 'user', receiver: pair.find((each) => each !== sender)! };
}

interface Content {
  readonly body: string;
  readonly parts: readonly (MessageFile | CustomPart)[];
  /** The field with the users whom the message mentions. */
  readonly mentioned: Row;
}

function contentOf(message: Row, { users, out, options }: MessageContext): Content {
  const people = mentionsOf(message).map((each): MentionedPerson => {
    const id = text(object(each)['id']) ?? String(each);
    const names = [text(object(each)['name']), users.nameOf(id), id];
    return { uid: id, names: names.filter((name) => name !== undefined) };
  });
  const { text: shown, mentioned } = withNamedMentions(text(message['text']) ?? '', people);
  const found = objects(message['attachments']).map((each) =>
    attachmentOf(each, options.filesUrl, out.files),
  );
  for (const { note } of found) {
    out.count('attachments');
    out.note('attachments', note);
  }
  const names = found.flatMap(({ name }) => (name === undefined ? [] : [`[file ${name}]`]));
  const links = found.flatMap(({ link }) =>
    link === undefined || shown.includes(link) ? [] : [link],
  );
  return {
    body: [shown, ...links, ...names].filter((each) => each.trim() !== '').join('\n'),
    parts: [...found.flatMap(({ file }) => file ?? []), ...customParts(message)],
    mentioned: mentionedDetails(mentioned, (uid) => users.nameOf(uid)),
  };
}

/** Polls and places. */
function customParts(message: Row): CustomPart[] {
  const poll = object(message['poll']);
  const place = object(message['shared_location']);
  const parts: CustomPart[] = [];
  if (text(poll['name']) !== undefined) {
    const votes = object(poll['vote_counts_by_option']);
    const options = objects(poll['options']).map(({ id, text: option }) => ({
      text: option,
      votes: votes[String(id)] ?? 0,
    }));
    const customData = {
      name: poll['name'],
      ...filled({ description: text(poll['description']) }),
      options,
    };
    parts.push({ custom: 'poll', customData });
  }
  if (typeof place['latitude'] === 'number') {
    const { latitude, longitude } = place;
    parts.push({ custom: 'location', customData: { latitude, longitude } });
  }
  return parts;
}

function metadataOf(message: Row, place: Place, { out, options }: MessageContext): Row | undefined {
  const parent = text(message['parent_id']);
  const isReply = parent !== undefined && options.threads === 'metadata';
  const editedAt = secondsIn(message['message_text_updated_at']);
  if (editedAt !== undefined) out.note('messages', 'edited; the export has only the last version');
  const own = ownFields({ ...(message['custom'] as Row | undefined), ...message }, known);
  leaveOutLongFields(own.tooLong, 'message', place, { muid: message['id'] }, out);
  return filled({
    parentMuid: isReply ? parent : undefined,
    alsoInChannel: isReply && message['show_in_channel'] === true ? true : undefined,
    editedAt,
    quotedMuid: text(message['quoted_message_id']),
    command: text(message['command']),
    streamType: message['type'] === 'system' ? 'system' : undefined,
    custom: own.fields,
  });
}

function leaveOutMarks(message: Row, muid: string, place: Place, out: ExportRows): void {
  if (message['pinned'] !== true && secondsIn(message['pinned_at']) === undefined) return;
  out.count('pins');
  out.leaveOut('pins', 'not carried yet', place, { muid });
}
