import type { ExportRows } from '../rows/export-rows.ts';

/** Counts messages that are missing in the numbers of a conversation: these begin at 0. */
export class MissingIndexes {
  #chat: string | undefined;
  #highest = -1;
  #found = 0;
  #missing = 0;

  /** Takes the messages of a conversation, each once, one conversation after the other. */
  add(chat: string, index: number | undefined): void {
    if (chat !== this.#chat) this.#end();
    this.#chat = chat;
    if (index === undefined) return;
    this.#highest = Math.max(this.#highest, index);
    this.#found++;
  }

  report(out: ExportRows): void {
    this.#end();
    if (this.#missing === 0) return;
    const fact =
      'missing, as gaps in the indexes show: they were deleted, or are not in the export';
    out.note('messages', fact, this.#missing);
  }

  #end(): void {
    this.#missing += Math.max(0, this.#highest + 1 - this.#found);
    this.#highest = -1;
    this.#found = 0;
  }
}
