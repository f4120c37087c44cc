import { counted, itemKeyOf, type Operation } from '@chatferry/contract';
import { ApiError } from '../terms/api-error.ts';
import type { Page } from '../terms/page.ts';

/** The state of reading a list, between its pages. */
export class PageWalk {
  readonly #name: string;
  readonly #key: string | undefined;
  /** Requested number of items on a page. */
  readonly #asked: number;
  readonly #isNumbered: boolean;
  #idsBefore: ReadonlySet<string>;
  #items = 0;
  #pages = 0;
  #longest = 0;
  /** Whether the last page has only items of the previous page. */
  isRepeated = false;

  /** @param start the id of the item after which the list begins, if the request names one */
  constructor(name: string, operation: Operation, asked: number, start?: unknown) {
    this.#name = name;
    this.#key = itemKeyOf(operation.answer);
    this.#asked = asked;
    this.#isNumbered = operation.paging === 'page';
    this.#idsBefore = new Set(start === undefined ? [] : [this.#idOf({ id: start })]);
  }

  /** The items that the previous page did not have. A cursor may include the item that it names, and numbered pages shift while items are created. */
  newItems({ data }: Page): readonly unknown[] {
    this.isRepeated = false;
    if (data.length === 0) return [];
    const ids = data.map((item) => this.#idOf(item));
    const items = data.filter((_, index) => !this.#idsBefore.has(ids[index]!));
    this.isRepeated = items.length === 0 && data.length >= this.#idsBefore.size;
    this.#idsBefore = new Set(ids);
    this.#items += items.length;
    if (items.length > 0) this.#pages += 1;
    this.#longest = Math.max(this.#longest, data.length);
    return items;
  }

  /**
   * Call when the list ends because the service repeats a position or a page. The last page may contain only the item at the position.
   *
   * @param isWhole whether the list was read from its first item on
   * @throws {ApiError} `unreadable` when a page was repeated although the service reports more items, or although the page was full, so
   *   that further items cannot be read
   */
  endRepeated({ data, meta }: Page, isWhole: boolean): void {
    const isItemAtPosition = !this.#isNumbered && data.length === 1 && this.#asked > 1;
    if (!this.isRepeated || isItemAtPosition) return;
    const total = meta?.pagination?.total ?? 0;
    if (isWhole && total > this.#items)
      throw this.#incomplete(
        `the service sent the same page twice; ${this.#items} of the ${counted(total, 'item')} it reports can be read.`,
      );
    // The service may return the last numbered page for any higher number. A cursor continues as long as there are items.
    const full = this.#pages === 1 ? this.#asked : this.#isNumbered ? undefined : this.#longest;
    if (data.length === full && total !== this.#items)
      throw this.#incomplete(
        `the service sent the same ${counted(data.length, 'item')} twice, as many as a page has; items after them cannot be read.`,
      );
  }

  #incomplete(message: string): ApiError {
    return new ApiError('unreadable', message, { operation: this.#name, mayHaveLanded: false });
  }

  /** The identity of an item. A conversation is listed once for each of its users. */
  #idOf(item: unknown): string {
    if (this.#key === undefined) return JSON.stringify(item);
    const { [this.#key]: id, uid } = item as Record<string, unknown>;
    return this.#key === 'uid' ? String(id) : JSON.stringify([id, uid]);
  }
}
