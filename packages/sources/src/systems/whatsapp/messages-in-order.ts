import type { ExportRows } from '../../rows/export-rows.ts';
import { sameTimes } from '../../rows/same-time.ts';
import type { TimeSorter } from '../../rows/time-sorter.ts';
import type { Conversation } from './conversations.ts';
import type { FoundChat } from './found-chat.ts';
import { muidOf } from './ids.ts';
import type { ReadMessage } from './messages.ts';
import { type People, cleanName } from './people.ts';
import type { StoredMessage } from './stored-message.ts';

/** A file with a chat, and its conversation. */
export interface ReadChat extends FoundChat {
  readonly conversation: Conversation;
}

/** More than all UNIX times in seconds. */
const MOST_SECONDS = 1e11;

/** Sorts messages by conversation, then by time: rows of one file are judged together, and the order of conversations has no meaning. */
export function sortKey(conversation: number, seconds: number): number {
  return conversation * MOST_SECONDS + seconds;
}

/** The messages of each conversation in the order of their times and of its file. A message in several files is returned once. */
export function* messagesInOrder(
  messages: TimeSorter,
  chats: readonly ReadChat[],
  people: People,
  out: ExportRows,
): Generator<ReadMessage> {
  for (const same of sameTimes(messages)) {
    const found = new Map<string, ReadMessage>();
    /** By the number of the file and the content: how many equal messages came before. */
    const counts = new Map<string, number>();
    for (const { numbers, bytes } of same) {
      const [number, line, sentAt] = numbers as [number, number, number];
      const { conversation, place, folder } = chats[number]!;
      const message = JSON.parse(bytes.toString()) as StoredMessage;
      const content = [
        message.localSeconds,
        people.find(message.sender)?.key ?? cleanName(message.sender),
        message.text,
        message.file !== undefined,
      ];
      const counted = JSON.stringify([number, conversation.guid, ...content]);
      const count = counts.get(counted) ?? 0;
      counts.set(counted, count + 1);
      const muid = muidOf(conversation.guid, content, count);
      const read = {
        message,
        muid,
        sentAt,
        place: { file: place, line },
        conversation,
        folder,
        bytes,
      };
      const known = found.get(muid);
      if (known !== undefined) out.filter('messages', 'another file has it too');
      if (known === undefined || hasName(read) > hasName(known)) found.set(muid, read);
    }
    yield* found.values();
  }
}

/** Whether the message names its file. If a chat was exported twice, one export may have been made without media. */
function hasName({ message: { file } }: ReadMessage): number {
  return file !== undefined && 'name' in file ? 1 : 0;
}
