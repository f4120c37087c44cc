import { kinds, type Row } from '@chatferry/contract';
import type { HeldSource } from './held-list.ts';

/** First messages of threads, by the id that the service gives them. A list shows a reply after the message that it replies to. */
export class Parents {
  readonly #source: Pick<HeldSource, 'kind' | 'records'>;
  readonly #list: { readonly id: string; readonly field: string };
  readonly #keys: Map<unknown, string>;
  #wanted: ReadonlySet<string> | undefined;

  /** @param known keys of first messages by their ids */
  constructor(
    list: { readonly id: string; readonly field: string },
    source: Pick<HeldSource, 'kind' | 'records'>,
    known: ReadonlyMap<unknown, string> = new Map(),
  ) {
    this.#list = list;
    this.#keys = new Map(known);
    this.#source = source;
  }

  /** Remembers the id of an entry if a planned record names the entry. */
  note(entry: Row): Promise<void> | undefined {
    if (this.#wanted === undefined) return this.#noteFirst(entry);
    const key = entry[kinds[this.#source.kind].key];
    if (typeof key === 'string' && this.#wanted.has(key)) this.#keys.set(entry['id'], key);
    return undefined;
  }

  /** A reply with the key of the message that it replies to. */
  named(entry: Row): Row {
    return { ...entry, [this.#list.field]: this.#keys.get(entry[this.#list.id]) };
  }

  async #noteFirst(entry: Row): Promise<void> {
    this.#wanted = await this.#named();
    await this.note(entry);
  }

  async #named(): Promise<ReadonlySet<string>> {
    const named = new Set<string>();
    for await (const records of this.#source.records())
      for (const { record } of records) named.add(record()[this.#list.field] as string);
    return named;
  }
}
