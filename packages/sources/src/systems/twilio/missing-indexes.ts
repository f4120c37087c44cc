import type { ExportRows } from '../../rows/export-rows.ts';

interface FoundIndexes {
  highest: number;
  count: number;
}

/** Counts the gaps in the message numbers of each conversation, which begin at 0. */
export class MissingIndexes {
  readonly #chats = new Map<string, FoundIndexes>();

  /** Takes the messages, each once. Messages of conversations that become one are mixed. */
  add(chat: string, index: number | undefined): void {
    if (index === undefined) return;
    const found = this.#chats.get(chat);
    if (found === undefined) {
      this.#chats.set(chat, { highest: index, count: 1 });
      return;
    }
    found.highest = Math.max(found.highest, index);
    found.count++;
  }

  report(out: ExportRows): void {
    let missing = 0;
    for (const { highest, count } of this.#chats.values())
      missing += Math.max(0, highest + 1 - count);
    if (missing === 0) return;
    const fact =
      'missing, as gaps in the indexes show: they were deleted, or are not in the export';
    out.note('messages', fact, missing);
  }
}
