import type { Row } from '@chatferry/contract';
import { object, objects, text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import { TimeSorter } from '../../rows/time-sorter.ts';
import { withoutSecrets } from './documents.ts';
import { millisecondsOf } from './ids.ts';
import { type MessageContext, reasonToFilter, writeMessage } from './messages.ts';

/** More than the milliseconds in times. */
const MILLISECONDS = 2 ** 42;
/** The number of groups that a number can hold. Further groups are put together, which only takes longer. */
const GROUPS = 2 ** 11;

/** The messages of an export, on disk until all users and rooms are known. */
export class StoredMessages {
  readonly #context: MessageContext;
  readonly #sorter: TimeSorter;
  readonly #files: string[] = [];

  constructor(context: MessageContext) {
    this.#context = context;
    this.#sorter = new TimeSorter(context.out.workFile('messages'), 2);
  }

  /**
   * Stores a message by its time, and notes the people whom it names. Changes the message.
   * @param group a number: messages of a group follow each other, because rows of one file are judged together. All messages of a
   * conversation have the same group
   */
  add(message: Row, { file, line }: Place, group = 0): void {
    if (reasonToFilter(message, this.#context) === undefined)
      noteNames(message, { file, line }, this.#context);
    if (this.#files.at(-1) !== file) this.#files.push(file);
    const time = millisecondsOf(message['ts']) ?? 0;
    const key = (group % GROUPS) * MILLISECONDS + time;
    this.#sorter.add(key, [this.#files.length - 1, line], storedForm(message));
  }

  /**
   * Writes the groups with their members and the users, and later the messages of each group in the order of their times.
   * @param change changes each message before it is written
   */
  write(change: (message: Row) => Row = (message) => message): void {
    const { out, users, rooms, options } = this.#context;
    out.makeLater('messages', this.#writing(change), this.#sorter);
    rooms.write(out, users);
    users.write(out, options);
  }

  *#writing(change: (message: Row) => Row): Generator<void> {
    for (const { numbers, bytes } of this.#sorter.inOrder()) {
      const place = { file: this.#files[numbers[0]!]!, line: numbers[1]! };
      const message = change(object(JSON.parse(bytes.toString())));
      yield writeMessage(message, place, bytes, this.#context);
    }
  }
}

function noteNames(message: Row, place: Place, { users, rooms }: MessageContext): void {
  const sender = users.addNamed(object(message['u']), place);
  if (sender !== undefined) rooms.addSender(text(message['rid'])!, sender, place);
  for (const mention of objects(message['mentions'])) {
    const isUser = mention['type'] === undefined || mention['type'] === 'user';
    if (isUser && mention['_id'] !== 'all' && mention['_id'] !== 'here')
      users.addNamed(mention, place);
  }
}

const mayHaveSecret = /token|"v":|(?:url|link|download)":/i;

/**
 * The parts from which a message is made, without the parsed text and previews of links, which are longer than the text. Changes the
 * message.
 */
function storedForm(message: Row): string {
  message['md'] = undefined;
  message['urls'] = undefined;
  const json = JSON.stringify(message);
  return mayHaveSecret.test(json) ? withoutSecrets(message) : json;
}
