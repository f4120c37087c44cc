import type { Row } from '@chatferry/contract';
import { nameWithoutAddress } from '../../reading/media-folder.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { mentionedDetails, writeMessageRows } from '../../rows/message-rows.ts';
import type { Conversation } from './conversations.ts';
import type { ChatMedia } from './files.ts';
import { withMentions } from './mentions.ts';
import type { WhatsappOptions } from './options.ts';
import type { People } from './people.ts';
import type { StoredMessage } from './stored-message.ts';

export interface MessageContext {
  readonly people: People;
  readonly media: ChatMedia;
  readonly out: ExportRows;
  readonly options: WhatsappOptions;
}

export interface ReadMessage {
  readonly message: StoredMessage;
  readonly muid: string;
  /** In UNIX seconds. */
  readonly sentAt: number;
  readonly place: Place;
  readonly conversation: Conversation;
  /** The folder of the files of its chat. */
  readonly folder: string;
  /** The stored form. */
  readonly bytes: Uint8Array;
}

/** Turns a message into rows. */
export function writeMessage(read: ReadMessage, context: MessageContext): void {
  const { message, muid, sentAt, place, conversation, folder, bytes } = read;
  const { people, media, out, options } = context;
  const { pair } = conversation;
  if (pair !== undefined && options.directMessages === 'skip')
    return out.filter('messages', 'directMessages is skip');
  const sender = message.isSystem
    ? people.first(message.text, options.me)
    : people.find(message.sender);
  if (message.isSystem && sender === undefined)
    return out.filter('messages', 'a line of WhatsApp that does not begin with a known name');
  const { text, mentioned } = withMentions(message.text, people);
  const file = fileIn(message, folder, media);
  const named =
    file === undefined ? [] : 'reason' in file ? [`[file ${file.name}]`] : nameWithoutAddress(file);
  const body = [text, ...named].filter((each) => each !== '').join('\n');
  const attachment = file !== undefined && 'attachment' in file ? file.attachment : undefined;
  if (file !== undefined) {
    out.count('files');
    if ('reason' in file) out.leaveOut('files', file.reason, place, { muid, kind: file.name });
    else out.note('files', file.note);
  }
  if (message.isEdited)
    out.note('messages', 'edited; the export has the last version, and no time of the edit');
  const content = {
    muid,
    common: { sender: sender?.uid, ...receiverOf(conversation, sender?.uid), sentAt },
    mentioned: mentionedDetails(mentioned, (uid) => people.users.nameOf(uid)),
    text: message.isSystem ? `(${people.withShownNumbers(body)})` : body,
    files: attachment === undefined ? [] : [{ attachment }],
    metadata: message.isEdited ? { edited: true } : undefined,
  };
  writeMessageRows(content, place, bytes, out);
}

function fileIn(
  { file }: StoredMessage,
  folder: string,
  media: ChatMedia,
):
  | ReturnType<ChatMedia['fileOf']>
  | { readonly name: string; readonly reason: string }
  | undefined {
  if (file === undefined) return undefined;
  if ('name' in file) return media.fileOf(folder, file.name);
  return { name: file.kind, reason: 'the export was made without media' };
}

function receiverOf({ pair, guid }: Conversation, sender: string | undefined): Row {
  if (pair === undefined) return { receiverType: 'group', receiver: guid };
  const [one, other] = pair;
  return { receiverType: 'user', receiver: sender === one.uid ? other.uid : one.uid };
}
