import { explainError } from '@chatferry/job/planned';
import { InspectedDump } from '@chatferry/job/planning';
import { findDump, type FoundDump } from './draft-dump.ts';

/** Dumps that are looked into. Each is read once, whatever number of drafts is made. */
export class OpenedDumps implements Disposable {
  readonly #found = new Map<string, Promise<FoundDump | { readonly unreadable: string }>>();
  readonly #opened: InspectedDump[] = [];

  /** The tables of a dump, or why it cannot be read. */
  find(file: string): Promise<FoundDump | { readonly unreadable: string }> {
    const found = this.#found.get(file) ?? this.#open(file);
    this.#found.set(file, found);
    return found;
  }

  async #open(file: string): Promise<FoundDump | { readonly unreadable: string }> {
    try {
      const dump = await InspectedDump.open(file);
      this.#opened.push(dump);
      return findDump(dump);
    } catch (error) {
      const explained = explainError(error);
      if (explained === undefined) throw error;
      const { lines, fix } = explained;
      return { unreadable: [...lines, ...(fix === undefined ? [] : [fix])].join(' ') };
    }
  }

  [Symbol.dispose](): void {
    for (const dump of this.#opened) dump[Symbol.dispose]();
  }
}
