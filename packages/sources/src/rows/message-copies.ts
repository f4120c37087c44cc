import type { Row } from '@chatferry/contract';
import type { Moment } from '../reading/times.ts';
import { object } from '../reading/values.ts';
import type { ExportRows, Place } from './export-rows.ts';
import { TimeSorter } from './time-sorter.ts';

/** A message as an export contains it. */
export interface StoredMessage {
  readonly message: Row;
  /** The id of the conversation that it is in. */
  readonly chat: string;
  readonly place: Place;
  /** Microseconds since 1970; 0 for a message without a time. */
  readonly micros: number;
  /** The message as JSON; valid until the next one is taken. */
  readonly json: Uint8Array;
}

/** What tells copies of messages apart. */
export interface CopyRules {
  /** Copies of a message have the same id and the same time. */
  readonly idOf: (message: Row) => unknown;
  /** The higher, the later. */
  readonly versionOf: (message: Row) => number;
}

interface Copy extends StoredMessage {
  readonly nanos: number;
}

/** The number of the file, the line, the number of the conversation, and the nanoseconds of the time. */
const NUMBERS = 4;

/**
 * The messages of an export whose files are in any order and may have the same messages: sorted by their times on disk, and
 * each returned once, in its latest copy. Memory use grows with conversations, and with the messages of one microsecond.
 */
export class MessageCopies implements Disposable {
  readonly #sorter: TimeSorter;
  readonly #out: ExportRows;
  readonly #files: string[] = [];
  readonly #chats = new Map<string, number>();

  constructor(out: ExportRows) {
    this.#sorter = new TimeSorter(out.workFile('messages'), NUMBERS);
    this.#out = out;
  }

  /** @param moment undefined for a message without a time, which is no copy of another one */
  add(message: Row, chat: string, place: Place, moment: Moment | undefined): void {
    if (this.#files.at(-1) !== place.file) this.#files.push(place.file);
    const number = this.#chats.get(chat) ?? this.#chats.size;
    this.#chats.set(chat, number);
    const { micros, nanos } = moment ?? { micros: 0, nanos: 0 };
    const json = JSON.stringify(message);
    this.#sorter.add(micros, [this.#files.length - 1, place.line, number, nanos], json);
  }

  /** In the order of the times; equal times in the order in which they were added. Can be read once. */
  *inOrder({ idOf, versionOf }: CopyRules): Generator<StoredMessage> {
    const chats = [...this.#chats.keys()];
    let time = 0;
    let copies: Copy[] = [];
    let byId = new Map<unknown, number>();
    for (const record of this.#sorter.inOrder()) {
      const [file, line, chat, nanos] = record.numbers as [number, number, number, number];
      const stored = {
        message: object(JSON.parse(record.bytes.toString())),
        chat: chats[chat]!,
        place: { file: this.#files[file]!, line },
        micros: record.time,
      };
      if (record.time === 0) {
        yield { ...stored, json: record.bytes };
        continue;
      }
      if (record.time !== time) {
        yield* inNanos(copies);
        time = record.time;
        copies = [];
        byId = new Map();
      }
      const copy = { ...stored, nanos, json: Buffer.from(record.bytes) };
      const id = idOf(copy.message);
      const known = id === undefined ? undefined : byId.get(id);
      if (known === undefined) {
        byId.set(id, copies.length);
        copies.push(copy);
        continue;
      }
      this.#out.filter('messages', 'another copy of the same message is in the export');
      if (versionOf(copy.message) > versionOf(copies[known]!.message)) copies[known] = copy;
    }
    yield* inNanos(copies);
  }

  [Symbol.dispose](): void {
    this.#sorter[Symbol.dispose]();
  }
}

function inNanos(copies: readonly Copy[]): readonly Copy[] {
  return copies.length < 2 ? copies : copies.toSorted((one, other) => one.nanos - other.nanos);
}
