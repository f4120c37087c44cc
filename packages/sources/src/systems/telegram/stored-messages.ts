import type { Row } from '@chatferry/contract';
import { object } from '../../reading/values.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { sameTimes } from '../../rows/same-time.ts';
import type { TimeSorter } from '../../rows/time-sorter.ts';
import type { Chat } from './chats.ts';
import { copiesOf, joinedMessage } from './copies.ts';
import { muidOf } from './ids.ts';
import type { ReadMessage } from './messages.ts';

/** The parts from which a message is made, without buttons, and without the telephone numbers of contacts. */
export function storedForm(message: Row): string {
  const { inline_bot_buttons: _buttons, contact_vcard: _card, ...kept } = message;
  const contact = object(kept['contact_information']);
  if ('phone_number' in contact)
    kept['contact_information'] = { ...contact, phone_number: undefined };
  return JSON.stringify(kept);
}

/** The messages in the order of their times, and in each conversation of their ids; each message once. */
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
    if (read.length === 1) {
      yield joinedMessage([read[0]!]);
      continue;
    }
    const once = copiesOf(read);
    for (let copies = once.length; copies < read.length; copies++)
      out.filter('messages', 'another file has it too');
    yield* inOrder(once.map(joinedMessage));
  }
}

/** Numbers of messages in several files have no common order, so messages of one account follow each other. */
function inOrder(read: readonly ReadMessage[]): readonly ReadMessage[] {
  const places = new Map<string, number>();
  const numbered = read.map((each) => {
    const series = muidOf(each.chat.key, each.chat.owner, 0);
    const place = places.get(series) ?? places.size;
    places.set(series, place);
    return { each, place };
  });
  return numbered
    .toSorted((one, other) => one.place - other.place || one.each.id - other.each.id)
    .map(({ each }) => each);
}
