import type { Row } from '@chatferry/contract';
import { cleanAddress, nameInAddress, servedAddress } from '../../reading/addresses.ts';
import { fileTypeOf } from '../../reading/file-type.ts';
import { filled } from '../../reading/values.ts';
import type { Chats } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { mentionedDetails, type MessageFile, writeMessageRows } from '../../rows/message-rows.ts';
import { writeReaction } from '../../rows/reaction-rows.ts';
import { muidOf } from './ids.ts';
import {
  type MessageStore,
  type RelatedMessage,
  SAME_ID_MS,
  type StoredMessage,
} from './message-store.ts';
import type { XmppOptions } from './options.ts';
import type { XmppPeople } from './people.ts';
import { PRIVATE } from './read-message.ts';
import type { Stanza } from './stanzas.ts';

export interface MessageContext {
  readonly people: XmppPeople;
  readonly chats: Chats;
  readonly messages: MessageStore;
  readonly isRoom: (jid: string) => boolean;
  readonly out: ExportRows;
  readonly options: XmppOptions;
}

/** Turns a message into rows, with its latest correction and the reactions to it. */
export function writeMessage(stored: StoredMessage, context: MessageContext): void {
  const { messages, out, people } = context;
  const first = JSON.parse(stored.json) as Stanza;
  const place = { file: stored.file, line: stored.line };
  const sender = people.accountOf(stored.sender);
  const isDeleted = isDeletedBy(sender, stored, context);
  const reason = isDeleted ? 'it was deleted' : reasonOf(stored, context);
  const edits = messages.relatedTo(stored.message, 'correction');
  const edit =
    reason === undefined
      ? edits.findLast((each) => people.accountOf(each.sender) === sender)
      : undefined;
  for (const each of edits)
    if (each !== edit)
      out.leaveOut(
        'corrections',
        reason === undefined ? 'earlier versions, and those of others' : 'the message is filtered',
        { file: each.file, line: each.line },
        {},
      );
  writeReactions(stored, reason !== undefined, context);
  // A correction of a message that is missing takes its place, and is counted as a correction.
  const isMissing = stored.missing === 1;
  if (reason !== undefined) return isMissing ? undefined : out.filter('messages', reason);
  if (isMissing)
    out.note('messages', 'made of corrections, because the export does not have the first version');
  const stanza = edit === undefined ? first : { ...first, ...filled(correctionIn(edit)) };
  const isFirst = edit?.file === stored.file && edit.line === stored.line;
  const isEdited = edit !== undefined && !isFirst;
  if (isEdited) out.note('messages', 'edited; they have the last version');
  const editedAt = isEdited && edit.time > 0 ? Math.floor(edit.time / 1000) : undefined;
  writeStanza(stored, stanza, { sender, editedAt, place }, context);
}

/**
 * Another archive may only show that a message was deleted. Only its sender can retract a message. In a room, moderators can too, and the room itself
 * writes for them.
 */
function isDeletedBy(
  sender: string,
  { message, room, time }: StoredMessage,
  { messages, people, out }: MessageContext,
): boolean {
  // Clients may reuse an id. The tombstone has the time of the message.
  let isDeleted = messages
    .relatedTo(message, 'tombstone')
    .some(
      (each) =>
        people.accountOf(each.sender) === sender && Math.abs(each.time - time) <= SAME_ID_MS,
    );
  for (const each of messages.relatedTo(message, 'retraction')) {
    const { file, line } = each;
    if (people.accountOf(each.sender) === sender || each.sender === room) isDeleted = true;
    else out.leaveOut('deletions', 'someone else sent the message', { file, line }, {});
  }
  return isDeleted;
}

function correctionIn({ json }: RelatedMessage): Row {
  const { body, files, mentions } = JSON.parse(json) as Stanza;
  return { body, files, mentions };
}

function reasonOf(
  { conversation, room, sender }: StoredMessage,
  { isRoom, options }: MessageContext,
): string | undefined {
  if (room !== null) return sender === room ? 'the room itself sent it' : undefined;
  const [one, other] = conversation.split(' ');
  if (one === other) return 'the conversation is with oneself';
  if (isRoom(one!) || isRoom(other!)) return PRIVATE;
  if (!one!.includes('@') || !other!.includes('@')) return 'the server or a service sent it';
  return options.directMessages === 'skip' ? 'directMessages is skip' : undefined;
}

function writeStanza(
  stored: StoredMessage,
  stanza: Stanza,
  {
    sender,
    editedAt,
    place,
  }: {
    readonly sender: string;
    readonly editedAt: number | undefined;
    readonly place: Place;
  },
  context: MessageContext,
): void {
  const { out, people, messages } = context;
  const { conversation, room, time } = stored;
  const { subject, thread, answers } = stanza;
  const other = conversation.split(' ').find((each) => each !== sender)!;
  const receiver =
    room === null
      ? { receiverType: 'user', receiver: other }
      : { receiverType: 'group', receiver: room };
  const mentioned = new Set<string>();
  const shown = withMentions(stanza, (jid) => {
    if (!people.users.has(jid)) return undefined;
    mentioned.add(jid);
    return jid;
  });
  const files = filesOf(stanza, context);
  const isOnlyFile = files.length > 0 && stanza.files.includes(shown.trim());
  const quoted = answers === undefined ? undefined : messages.find(conversation, answers);
  writeMessageRows(
    {
      muid: muidOf(stored.key),
      common: {
        sender,
        ...receiver,
        ...(time === 0 ? {} : { sentAt: Math.floor(time / 1000) }),
      },
      mentioned: mentionedDetails(mentioned, (uid) => people.users.nameOf(uid)),
      text: isOnlyFile ? '' : shown,
      files,
      metadata: filled({
        subject,
        thread,
        quotedMuid: quoted === undefined ? undefined : muidOf(quoted),
        editedAt,
      }),
    },
    place,
    Buffer.from(stored.json),
    out,
  );
}

function withMentions(
  { body = '', mentions }: Stanza,
  mention: (jid: string) => string | undefined,
): string {
  if (mentions.length === 0) return body;
  const characters = Array.from(body);
  const last = mentions.toSorted((one, other) => other.begin - one.begin);
  let next = Infinity; // Of two overlapping references, one is a mention. The text of both would be lost.
  for (const { jid, begin, end } of last) {
    const uid = end > next ? undefined : mention(jid);
    if (uid === undefined) continue;
    characters.splice(begin, end - begin, `<@uid:${uid}>`);
    next = begin;
  }
  return characters.join('');
}

function filesOf({ files }: Stanza, { out, options }: MessageContext): readonly MessageFile[] {
  return files.flatMap((link) => {
    const { filesUrl } = options;
    const address = filesUrl === undefined ? out.files.onWeb(link) : cleanAddress(link);
    if (address === undefined) return [];
    out.count('files');
    out.note(
      'files',
      filesUrl === undefined ? 'at addresses of the server, which end: copy them' : 'at filesUrl',
    );
    const url = filesUrl === undefined ? address.url : servedAddress(filesUrl, address.url);
    const name = nameInAddress(link) ?? 'file';
    return [{ attachment: { url, name, ...fileTypeOf(name) } }];
  });
}

/** The latest reactions of each user replace the earlier ones. */
function writeReactions(
  { message, key, conversation, room }: StoredMessage,
  isFiltered: boolean,
  { messages, people, chats, out }: MessageContext,
): void {
  const latest = new Map<string, RelatedMessage>();
  for (const each of messages.relatedTo(message, 'reactions'))
    latest.set(people.accountOf(each.sender), each);
  const canReact = (user: string): boolean =>
    room === null ? conversation.split(' ').includes(user) : chats.isMember(room, user);
  const reacted = { muid: muidOf(key), isFiltered, canReact };
  for (const [uid, { json, time, file, line }] of latest) {
    const place = { file, line };
    for (const emoji of new Set(JSON.parse(json) as string[])) {
      out.count('reactions');
      const reactedAt = time > 0 ? Math.floor(time / 1000) : undefined;
      writeReaction({ uid, reaction: emoji, reactedAt }, reacted, place, out);
    }
  }
}
