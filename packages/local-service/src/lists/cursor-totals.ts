import { paginationOf } from './paging.ts';

/** One iteration over a cursor list. */
interface Walk {
  readonly total: number;
  /** The cursor after the last answered page, and the number of that page. */
  readonly place: string;
  readonly page: number;
}

/** One request for a page of a cursor list. */
export interface PageRequest {
  /** The list with its filters, order and page size, without the cursor. */
  readonly list: string;
  /** Absent: from the beginning. */
  readonly place: string | undefined;
  readonly limit: number;
  /** Items on this page. */
  readonly count: number;
  /** The position where the next page starts. */
  readonly next: string | undefined;
  /** Counts all items of the list, or the items after the cursor. */
  readonly countItems: (from: 'beginning' | 'place') => number;
}

/** Maximum number of remembered iterations. Older ones are counted again. */
const REMEMBERED = 1000;

/**
 * The pagination envelope of cursor lists. Items are counted when an iteration begins, not for each page: a list of a million messages
 * would otherwise be counted a thousand times.
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
