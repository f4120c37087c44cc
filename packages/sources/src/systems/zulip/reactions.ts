import type { Row } from '@chatferry/contract';
import { text, wholeNumber } from '../../reading/values.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { writeReaction } from '../../rows/reaction-rows.ts';
import { type SortedRecord, TimeSorter } from '../../rows/time-sorter.ts';
import type { TableRow } from './realm.ts';
import { muidOf } from './ids.ts';

/**
 * The reactions of an export, on disk in the order of their messages. The export has reactions and messages in different files.
 */
export class ZulipReactions implements Disposable {
  readonly #sorter: TimeSorter;
  #next: Iterator<SortedRecord> | undefined;
  #waiting: (TableRow & { readonly message: number }) | undefined;
  #file = '';

  /** @param file for the reactions */
  constructor(file: string) {
    this.#sorter = new TimeSorter(file, 1);
  }

  add({ row, place }: TableRow, out: ExportRows): void {
    out.count('reactions');
    const message = wholeNumber(row['message']);
    if (message === undefined) return leaveOut({ row, place }, 'there is no message', out);
    this.#file = place.file;
    const { user_profile, emoji_name, emoji_code, reaction_type } = row;
    const used = { message, user_profile, emoji_name, emoji_code, reaction_type };
    this.#sorter.add(message, [place.line], JSON.stringify(used));
  }

  /** Writes the reactions to a message. Messages come in the order of their ids. */
  write(
    message: number,
    isFiltered: boolean,
    canReact: (user: number) => boolean,
    out: ExportRows,
  ): void {
    this.#leaveOutUntil(message, out);
    for (let found = this.#peek(); found?.message === message; found = this.#peek()) {
      this.#waiting = undefined;
      const user = wholeNumber(found.row['user_profile']);
      writeReaction(
        { uid: user === undefined ? undefined : String(user), reaction: emojiOf(found.row) },
        { muid: muidOf(message), isFiltered, canReact: (uid) => canReact(Number(uid)) },
        found.place,
        out,
      );
    }
  }

  /** Lists the reactions to messages that the export does not contain. */
  leaveOutOthers(out: ExportRows): void {
    this.#leaveOutUntil(Infinity, out);
  }

  [Symbol.dispose](): void {
    this.#sorter[Symbol.dispose]();
  }

  #leaveOutUntil(message: number, out: ExportRows): void {
    for (let found = this.#peek(); found !== undefined; found = this.#peek()) {
      if (found.message >= message) return;
      this.#waiting = undefined;
      leaveOut(found, 'the message is not in the export', out);
    }
  }

  #peek(): (TableRow & { readonly message: number }) | undefined {
    if (this.#waiting !== undefined) return this.#waiting;
    this.#next ??= this.#sorter.inOrder()[Symbol.iterator]();
    const { done, value } = this.#next.next() as IteratorResult<SortedRecord, undefined>;
    if (done === true) return undefined;
    const row = JSON.parse(value.bytes.toString()) as Row;
    const place = { file: this.#file, line: value.numbers[0]! };
    return (this.#waiting = { row, place, message: value.time });
  }
}

/** The characters of an emoji of Unicode; for another emoji, its name. */
function emojiOf(reaction: Row): string {
  const code = text(reaction['emoji_code']) ?? '';
  if (
    reaction['reaction_type'] === 'unicode_emoji' &&
    /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/.test(code)
  )
    return String.fromCodePoint(
      ...code.split('-').map((each) => Math.min(parseInt(each, 16), 0x10_ff_ff)),
    );
  return `:${text(reaction['emoji_name']) ?? 'emoji'}:`;
}

function leaveOut({ row, place }: TableRow, reason: string, out: ExportRows): void {
  const { message, user_profile: user, emoji_name: emoji } = row;
  out.leaveOut('reactions', reason, place, { message, user, emoji });
}
