import type { Row } from '@chatferry/contract';
import type { Moment } from '../reading/times.ts';
import { object } from '../reading/values.ts';
import type { Place } from '../reading/place.ts';
import type { ExportRows } from './export-rows.ts';
import { type SortedRecord, TimeSorter } from './time-sorter.ts';

/** A message as an export contains it. */
export interface StoredMessage {
  readonly message: Row;
  /** The id of the conversation of the message. */
  readonly chat: string;
  readonly place: Place;
  /** Microseconds since 1970; 0 for a message without a time. */
  readonly micros: number;
  /** The message as JSON; valid until the next message is taken. */
  readonly json: Uint8Array;
}

/** The fields that distinguish copies of messages. */
export interface CopyRules {
  /** Copies of a message have the same id and the same time. */
  readonly idOf: (message: Row) => unknown;
  /** The version of a message: higher versions are later. */
  readonly versionOf: (message: Row) => number;
  /** Conversations with the same key become one; undefined for a conversation that stays as it is. */
  readonly joinedAs?: (chat: string) => string | undefined;
}

interface Copy extends StoredMessage {
  readonly nanos: number;
}

/** The number of the file, the line, the number of the conversation, and the microseconds and nanoseconds of the time. */
const NUMBERS = 5;

/** More than the seconds in a time, and more than the conversations in most exports. */
const SECONDS = 2 ** 32;
const SERIES = 2 ** 20;

/**
 * The messages of an export whose files are in any order and may repeat messages. They are sorted on disk, and the latest copy of each
 * is returned once. Conversations follow each other, because rows of one file are judged together. Conversations that
 * become one are sorted once more. Memory use grows with conversations, and with the messages of one second.
 */
export class MessageCopies implements Disposable {
  readonly #sorter: TimeSorter;
  readonly #out: ExportRows;
  readonly #files: string[] = [];
  readonly #chats = new Map<string, number>();
  /** The messages of conversations that become one. */
  #joined: TimeSorter | undefined;

  constructor(out: ExportRows) {
    this.#sorter = new TimeSorter(out.workFile('messages'), NUMBERS);
    this.#out = out;
  }

  /** @param moment undefined for a message without a time, which is not a copy of another message */
  add(message: Row, chat: string, place: Place, moment: Moment | undefined): void {
    if (this.#files.at(-1) !== place.file) this.#files.push(place.file);
    const number = numberOf(chat, this.#chats);
    const { micros, nanos } = moment ?? { micros: 0, nanos: 0 };
    const json = JSON.stringify(message);
    this.#sorter.add(
      orderOf(number, Math.floor(micros / 1e6)),
      [this.#files.length - 1, place.line, number, micros, nanos],
      json,
    );
  }

  /** The messages of each conversation by time; messages of the same time in the order in which they were added. Can be read once. */
  *inOrder(rules: CopyRules): Generator<StoredMessage> {
    const joined = this.#joinedChats(rules);
    if (joined.size === 0) return yield* this.#latest(this.#sorter.inOrder(), rules);
    const together = new TimeSorter(this.#out.workFile('joined-messages'), NUMBERS);
    this.#joined = together;
    yield* this.#latest(apart(this.#sorter.inOrder(), joined, together), rules);
    yield* this.#latest(together.inOrder(), rules);
  }

  /** For each conversation that is joined with others: the number of the joined conversation. */
  #joinedChats({ joinedAs = () => undefined }: CopyRules): ReadonlyMap<number, number> {
    const all = new Map<string, number[]>();
    for (const [chat, number] of this.#chats) {
      const name = joinedAs(chat);
      if (name !== undefined) all.set(name, [...(all.get(name) ?? []), number]);
    }
    const several = [...all.values()].filter(({ length }) => length > 1);
    return new Map(several.flatMap((numbers) => numbers.map((each) => [each, numbers[0]!])));
  }

  *#latest(
    sorted: Iterable<SortedRecord>,
    { idOf, versionOf }: CopyRules,
  ): Generator<StoredMessage> {
    const chats = [...this.#chats.keys()];
    let order = -1;
    let copies: Copy[] = [];
    let byId = new Map<unknown, number>();
    for (const record of sorted) {
      const [file, line, chat, micros, nanos] = record.numbers as [
        number,
        number,
        number,
        number,
        number,
      ];
      const stored = {
        message: object(JSON.parse(record.bytes.toString())),
        chat: chats[chat]!,
        place: { file: this.#files[file]!, line },
        micros,
      };
      if (record.time !== order) {
        yield* inOrderOfTimes(copies);
        order = record.time;
        copies = [];
        byId = new Map();
      }
      if (micros === 0) {
        yield { ...stored, json: record.bytes };
        continue;
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
    yield* inOrderOfTimes(copies);
  }

  [Symbol.dispose](): void {
    this.#sorter[Symbol.dispose]();
    this.#joined?.[Symbol.dispose]();
  }
}

/** @param seconds of the time */
function orderOf(chat: number, seconds: number): number {
  return (chat % SERIES) * SECONDS + seconds;
}

/** Yields the messages of conversations that stay as they are, and passes on all other messages. */
function* apart(
  sorted: Iterable<SortedRecord>,
  joined: ReadonlyMap<number, number>,
  together: TimeSorter,
): Generator<SortedRecord> {
  for (const record of sorted) {
    const { time, numbers, bytes } = record;
    const series = joined.get(numbers[2]!);
    if (series === undefined) yield record;
    else together.add(orderOf(series, time % SECONDS), numbers, bytes);
  }
}

function numberOf(name: string, numbers: Map<string, number>): number {
  const number = numbers.get(name) ?? numbers.size;
  numbers.set(name, number);
  return number;
}

function inOrderOfTimes(copies: readonly Copy[]): readonly Copy[] {
  if (copies.length < 2) return copies;
  return copies.toSorted((one, other) => one.micros - other.micros || one.nanos - other.nanos);
}
