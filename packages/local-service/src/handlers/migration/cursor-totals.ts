import { paginationOf } from '../paging.ts';

/** One walk over a cursor list. */
interface Walk {
  readonly total: number;
  /** The place after the last page that was answered, and that page's number. */
  readonly place: string;
  readonly page: number;
}

/** One request for a page of such a list. */
export interface PageRequest {
  /** The list with its filters, its order and its page size, without the place. */
  readonly list: string;
  /** Absent: from the beginning. */
  readonly place: string | undefined;
  readonly limit: number;
  /** Items on this page. */
  readonly count: number;
  /** Where the next page starts. */
  readonly next: string | undefined;
  /** Counts all items of the list, or those from the place on. */
  readonly countItems: (from: 'beginning' | 'place') => number;
}

/** Walks that are remembered; an older one is counted again. */
const REMEMBERED = 1000;

/**
 * The pagination envelope of cursor lists. Their items are counted when such a list begins, not for
 * each page: a list of a million messages would otherwise be counted a thousand times.
 */
export class CursorTotals {
  readonly #walks = new Map<string, Walk>();

  pagination(request: PageRequest): Record<string, number> {
    const { list, place, limit, count, next } = request;
    const before = this.#walks.get(list);
    const { total, page } =
      before !== undefined && before.place === place
        ? { total: before.total, page: before.page + 1 }
        : counted(request);
    this.#walks.delete(list);
    if (next !== undefined) this.#walks.set(list, { total, place: next, page });
    if (this.#walks.size > REMEMBERED) this.#walks.delete(this.#walks.keys().next().value!);
    return paginationOf(total, count, limit, page);
  }
}

function counted({ place, limit, countItems }: PageRequest): { total: number; page: number } {
  const total = countItems('beginning');
  if (place === undefined) return { total, page: 1 };
  return { total, page: Math.floor((total - countItems('place')) / limit) + 1 };
}
