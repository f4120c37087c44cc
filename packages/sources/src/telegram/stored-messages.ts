import type { Row } from '@chatferry/contract';
import { object, text } from '../reading/values.ts';
import type { ExportRows } from '../rows/export-rows.ts';
import { sameTimes } from '../rows/same-time.ts';
import type { TimeSorter } from '../rows/time-sorter.ts';
import { type Chat, isDirect } from './chats.ts';
import { userId } from './ids.ts';
import type { ReadMessage } from './messages.ts';
import { textOf } from './texts.ts';

/** What a message is made of: without buttons, and without the telephone numbers of contacts. */
export function storedForm(message: Row): string {
  const { inline_bot_buttons: _buttons, contact_vcard: _card, ...kept } = message;
  const contact = object(kept['contact_information']);
  if ('phone_number' in contact)
    kept['contact_information'] = { ...contact, phone_number: undefined };
  return JSON.stringify(kept);
}

/** The messages in the order of their times, and of their ids in each conversation; each once. */
export function* messagesInOrder(
  messages: TimeSorter,
  chats: readonly Chat[],
  out: ExportRows,
): Generator<ReadMessage> {
  for (const same of sameTimes(messages)) {
    const read = same.map(({ numbers, bytes }) => {
      const [number, line] = numbers as [number, number];
      const chat = chats[number]!;
      const message = object(JSON.parse(bytes.toString()));
      const place = { file: chat.file, line };
      return { message, id: message['id'] as number, chat, place, json: bytes };
    });
    if (read.length === 1) yield* read;
    else yield* inOrder(read, out);
  }
}

function inOrder(read: readonly ReadMessage[], out: ExportRows): readonly ReadMessage[] {
  const first = new Map<string, ReadMessage>();
  const kept = read.filter((each) => {
    const key = identityOf(each);
    const known = first.get(key);
    // One export may have the same text twice in a second; two exports have the same message.
    const isCopy = known !== undefined && known.chat !== each.chat;
    if (isCopy) out.filter('messages', 'another file has it too');
    else if (known === undefined) first.set(key, each);
    return !isCopy;
  });
  return kept.toSorted((one, other) => (one.chat === other.chat ? one.id - other.id : 0));
}

/**
 * The same for the same message in several exports. In conversations of people and in basic groups, where each account
 * counts by itself, they are found by their senders and texts.
 */
function identityOf({ message, id, chat }: ReadMessage): string {
  if (chat.key.startsWith('channel')) return `${chat.key} ${id}`;
  const sender = userId(message['from_id']) ?? '';
  const people = [chat.key, chat.owner ?? ''].toSorted((one, other) => (one < other ? -1 : 1));
  const conversation = isDirect(chat) ? people.join(' ') : chat.key;
  const shown = textOf(message, () => {});
  const file = text(message['file_name']) ?? text(message['photo']) ?? text(message['file']) ?? '';
  return JSON.stringify([conversation, sender, message['type'], shown, shown === '' ? file : '']);
}
