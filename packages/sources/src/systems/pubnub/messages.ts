import type { Row } from '@chatferry/contract';
import { nameWithoutAddress } from '../../reading/media-folder.ts';
import { withNamedMentions } from '../../reading/named-mentions.ts';
import { entryOf, filled, object, objects, text } from '../../reading/values.ts';
import type { Chats } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import { leaveOutLongFields } from '../../rows/long-fields.ts';
import type { StoredMessage } from '../../rows/message-copies.ts';
import { mentionedDetails, writeMessageRows } from '../../rows/message-rows.ts';
import { writeReaction } from '../../rows/reaction-rows.ts';
import { actionsOf, isReaction, type MessageAction } from './actions.ts';
import { contentOf, fileOf } from './content.ts';
import { muidOf, secondsOfToken, threadOf, timetokenOf, UNKNOWN_USER } from './ids.ts';
import type { MessageContext } from './message-context.ts';
import { directName } from './objects.ts';
import type { PubnubOptions } from './options.ts';

/** Turns a message into rows, with its latest edit and the reactions to it. */
export function writeMessage(stored: StoredMessage, context: MessageContext): void {
  const { out, options } = context;
  const { message, chat, place, json } = stored;
  const channel = String(message['channel']);
  const timetoken = timetokenOf(message['timetoken'])!;
  const muid = muidOf(channel, timetoken);
  const actions = actionsOf(message);
  const content = contentOf(message, options);
  const found = content.files.map((each) => fileOf(each, channel, options.filesUrl, out.files));
  const edit = actions.findLast(({ type }) => type === 'edited');
  const written = edit?.value ?? content.body;
  const names = found.flatMap(nameWithoutAddress);
  const attached = found.flatMap(({ attachment }) =>
    attachment === undefined ? [] : [{ attachment }],
  );
  const isEmpty =
    written.trim() === '' && names.length + attached.length + content.custom.length === 0;
  const reason = reasonToFilter(message, actions, chat, context);
  const isFiltered = reason !== undefined || isEmpty;
  writeActions(actions, { muid, isFiltered }, stored, context);
  if (reason === undefined && isEmpty && (content.tooLong?.length ?? 0) > 0)
    return out.leaveOut('messages', 'their content is too long for a message', place, { muid });
  if (isFiltered) return out.filter('messages', reason ?? 'there is neither text nor file');
  for (const { note } of found) {
    out.count('files');
    out.note('files', note);
  }
  if (edit !== undefined) out.note('messages', 'edited; they have the last version');
  leaveOutLongFields(content.tooLong, 'message', place, { muid }, out);
  const sender = senderOf(message);
  const people = peopleIn(message, context);
  const mentions = withNamedMentions(written, people);
  writeMessageRows(
    {
      muid,
      common: {
        sender,
        ...receiverOf(chat, sender, context),
        sentAt: secondsOfToken(timetoken),
      },
      mentioned: mentionedDetails(mentions.mentioned, (uid) => context.users.nameOf(uid)),
      text: [mentions.text, ...names].filter((each) => each.trim() !== '').join('\n'),
      files: [...attached, ...content.custom],
      metadata: filled({
        parentMuid: chat === channel ? undefined : parentOf(channel),
        editedAt: edit === undefined ? undefined : secondsOfToken(edit.timetoken),
        type: text(message['customMessageType'] ?? message['custom_message_type']),
        custom: content.fields,
      }),
    },
    place,
    json,
    out,
  );
}

function parentOf(channel: string): string | undefined {
  const thread = threadOf(channel);
  return thread === undefined ? undefined : muidOf(thread.channel, thread.timetoken);
}

function reasonToFilter(
  message: Row,
  actions: readonly MessageAction[],
  chat: string,
  { chats }: MessageContext,
): string | undefined {
  if (actions.some(({ type }) => type === 'deleted')) return 'it was deleted';
  return chats.factsOf(chat)?.reason ?? ownReason(message);
}

const types: Readonly<Record<string, string>> = {
  1: 'a signal',
  2: 'an event of an object',
  3: 'an action on a message',
};

/** Why a message is filtered, by its own fields. */
export function ownReason(message: Row): string | undefined {
  const type = entryOf(types, message['messageType'] ?? message['message_type']);
  return type === undefined ? undefined : `it is ${type}`;
}

/** Whether only the people of the channel have the key. */
export function isEncrypted(message: Row): boolean {
  return text(message['error']) !== undefined;
}

function senderOf({ uuid, publisher }: Row): string {
  return text(uuid) ?? text(publisher) ?? UNKNOWN_USER;
}

/** Notes the people whom a message names. @param chat the conversation of the message */
export function noteNames(
  message: Row,
  chat: string,
  place: Place,
  {
    users,
    chats,
    options,
  }: {
    readonly users: KnownUsers;
    readonly chats: Chats;
    readonly options: PubnubOptions;
  },
): void {
  const sender = senderOf(message);
  if (sender === UNKNOWN_USER) {
    const facts = { name: 'Unknown user', tags: ['chatferry-placeholder'] };
    users.add(UNKNOWN_USER, place, 1, facts);
  } else users.add(sender, place, 0, {});
  chats.addSender(chat, sender, place);
  for (const each of actionsOf(message)) if (isReaction(each)) users.add(each.user, place, 0, {});
  for (const { id } of mentionsOf(message)) if (typeof id === 'string') users.add(id, place, 0, {});
  for (const each of peopleOfPair(chat, options)) {
    users.add(each, place, 0, {});
    chats.addMember(chat, each, place);
  }
}

/** The two people in the name of a channel of two. */
function peopleOfPair(channel: string, options: PubnubOptions): readonly string[] {
  const [, one, other] = directName(channel, options) ?? [];
  return one === undefined || other === undefined ? [] : [one, other];
}

/** Users whom the Chat SDK noted next to the text. */
function mentionsOf(message: Row): readonly Row[] {
  const { mentionedUsers } = object(message['meta']);
  return objects(
    Array.isArray(mentionedUsers) ? mentionedUsers : Object.values(object(mentionedUsers)),
  );
}

function peopleIn(message: Row, { users }: MessageContext) {
  return mentionsOf(message).flatMap(({ id, name }) => {
    if (typeof id !== 'string') return [];
    const names = [text(name), users.nameOf(id), id].filter((each) => each !== undefined);
    return [{ uid: id, names }];
  });
}

function receiverOf(chat: string, sender: string, { chats }: MessageContext): Row {
  const pair = chats.pairOf(chat);
  if (pair === undefined) return { receiverType: 'group', receiver: chat };
  return { receiverType: 'user', receiver: pair.find((each) => each !== sender)! };
}

function writeActions(
  actions: readonly MessageAction[],
  { muid, isFiltered }: { readonly muid: string; readonly isFiltered: boolean },
  { chat, place }: StoredMessage,
  { chats, out }: MessageContext,
): void {
  const canReact = (user: string): boolean => chats.isMember(chat, user);
  const reacted = { muid, isFiltered, canReact };
  const last = actions.findLast(({ type }) => type === 'edited');
  for (const action of actions) {
    const { type, value, user, timetoken } = action;
    if (!isReaction(action)) {
      out.count('message actions');
      if (action === last || type === 'deleted') continue;
      const reason = type === 'edited' ? 'earlier versions' : 'the service has no such thing';
      out.leaveOut('message actions', reason, place, { muid, action: type });
      continue;
    }
    out.count('reactions');
    const reactedAt = timetoken === '0' ? undefined : secondsOfToken(timetoken);
    writeReaction({ uid: user, reaction: value, reactedAt }, reacted, place, out);
  }
}
