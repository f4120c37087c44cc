import type { Row } from '@chatferry/contract';
import { filled, text, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { mentionedDetails, type MessageFile, writeMessageRows } from '../../rows/message-rows.ts';
import type { Conversation, ZulipConversations } from './conversations.ts';
import { type AttachmentTable, linkedFile } from './files.ts';
import { muidOf, secondsOf } from './ids.ts';
import { textOf } from './markdown.ts';
import type { ZulipOptions } from './options.ts';
import type { ZulipReactions } from './reactions.ts';
import type { ZulipUsers } from './users.ts';

export interface MessageContext {
  readonly users: ZulipUsers;
  readonly conversations: ZulipConversations;
  readonly reactions: ZulipReactions;
  readonly attachments: AttachmentTable;
  readonly isInExport: (name: string) => boolean;
  readonly out: ExportRows;
  readonly options: ZulipOptions;
}

/** A message to be written. */
export interface ReadMessage {
  readonly message: Row;
  readonly id: number;
  readonly place: Place;
  /** The message as the export contains it. */
  readonly json: Uint8Array;
}

/** Turns a message into rows. */
export function writeMessage(read: ReadMessage, context: MessageContext): void {
  const { message, id } = read;
  const { out, reactions } = context;
  const sender = wholeNumber(message['sender']);
  const conversation = context.conversations.of(wholeNumber(message['recipient']) ?? -1);
  const filter = (reason: string): void => {
    reactions.write(id, true, () => true, out);
    out.filter('messages', reason);
  };
  if (
    sender !== undefined &&
    context.users.isSystem(sender) &&
    context.options.systemMessages === 'skip'
  )
    return filter('a bot of Zulip wrote it, and systemMessages is skip');
  const to = receiverOf(conversation, sender);
  if (to.isDirect && context.options.directMessages === 'skip')
    return filter('directMessages is skip');
  if (to.isDirect && to.receiver === undefined) return filter('the conversation is with oneself');
  if (!writeContent(read, sender, to, context)) return filter('there is neither text nor file');
  const { receiver } = to;
  const canReact = (user: number): boolean =>
    to.isDirect || context.conversations.isMember(receiver ?? '', user);
  reactions.write(id, false, canReact, out);
}

interface Receiver {
  readonly isDirect: boolean;
  readonly receiver: string | undefined;
}

/** A direct message to a person is from the sender. A group of two people is also their conversation. */
function receiverOf(conversation: Conversation | undefined, sender: number | undefined): Receiver {
  if (conversation === undefined) return { isDirect: false, receiver: undefined };
  if (conversation.kind === 'group') return { isDirect: false, receiver: conversation.guid };
  const people = conversation.kind === 'person' ? [conversation.user] : conversation.users;
  const other = people.find((each) => each !== sender);
  return { isDirect: true, receiver: other === undefined ? undefined : String(other) };
}

/** @returns false when there is no content */
function writeContent(
  { message, id, place, json }: ReadMessage,
  sender: number | undefined,
  { isDirect, receiver }: Receiver,
  context: MessageContext,
): boolean {
  const { users, out, options } = context;
  const mentioned = new Set<number>();
  const files: MessageFile[] = [];
  const content = text(message['content']) ?? '';
  const resolved = textOf(content, {
    isUser: (user) => users.has(user),
    named: (name) => users.named(name),
    mention: (user) => void mentioned.add(user),
    file: (path, label) => {
      const file = linkedFile(
        path,
        label,
        context.attachments,
        context.isInExport,
        options.filesUrl,
        out.files,
      );
      out.count('files');
      out.note('files', file.note);
      if (file.attachment !== undefined) files.push({ attachment: file.attachment });
      return file.attachment === undefined ? `[file ${file.name}]` : '';
    },
  }).trim(); // Files that are not in the text leave blanks at its ends.
  const indentation = /^[ \t]*/.exec(content)![0]; // Indentation makes the first line code.
  const shown = resolved === '' ? '' : indentation + resolved;
  if (shown === '' && files.length === 0) return false;

  const sentAt = secondsOf(message['date_sent']) ?? secondsOf(message['pub_date']);
  const common = {
    ...filled({ sender: sender === undefined ? undefined : String(sender) }),
    receiverType: isDirect ? 'user' : 'group',
    ...filled({ receiver, sentAt }),
  };
  const metadata = metadataOf(message, isDirect, out);
  const uids = Array.from(mentioned, String);
  writeMessageRows(
    {
      muid: muidOf(id),
      common,
      mentioned: mentionedDetails(uids, (uid) => users.nameOf(Number(uid))),
      text: shown,
      files,
      metadata,
    },
    place,
    json,
    out,
  );
  return true;
}

function metadataOf(message: Row, isDirect: boolean, out: ExportRows): Row | undefined {
  const editedAt = secondsOf(message['last_edit_time']);
  if (editedAt !== undefined)
    out.note('messages', 'edited or moved to another topic; the export has the last version');
  // The subject of a direct message is empty, or one control character.
  return filled({ topic: isDirect ? undefined : text(message['subject']), editedAt });
}
