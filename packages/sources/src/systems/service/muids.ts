import { KeyedRecords } from '../../rows/keyed-records.ts';

/**
 * The ids of messages in the new app, by their ids in the old app. An app may give one muid to several messages: then only the
 * first message keeps it.
 */
export class Muids implements Disposable {
  readonly #byId: KeyedRecords;
  readonly #owners: KeyedRecords;

  /** @param file for the ids, without its ending */
  constructor(file: string) {
    this.#byId = new KeyedRecords(`${file}-ids`);
    this.#owners = new KeyedRecords(`${file}-muids`);
  }

  /** Notes the ids of a message. Note all ids before asking for any. */
  add(id: string, muid: string | undefined): void {
    if (muid === undefined) return;
    this.#byId.add({ key: id, file: '', line: 0, data: muid });
    this.#owners.add({ key: muid, file: '', line: 0, data: id });
  }

  /** @param own the muid of the message */
  of(id: string, own: string | undefined): string {
    if (own === undefined) return id;
    return this.#owners.first(own)?.data === id ? own : id;
  }

  /** The same for a message when only its id is known. */
  find(id: string): string {
    return this.of(id, this.#byId.first(id)?.data);
  }

  [Symbol.dispose](): void {
    this.#byId[Symbol.dispose]();
    this.#owners[Symbol.dispose]();
  }
}
