import { limits, type Operation, type OperationName } from '@chatferry/contract';
import { cursorAfter, cursorOf, isSamePlace } from './cursor.ts';
import { MessageOrder } from './message-order.ts';
import { operationNamed } from '../terms/operation-named.ts';
import type { Cursor, Page, PageRequest } from '../terms/page.ts';
import { PageWalk } from './page-walk.ts';
import { startOf } from './start-of.ts';

type ReadPage = (request: PageRequest) => Promise<Page>;

/*
 * A list ends with an empty page, or with a page that repeats the previous page. The size of a page, a total and a number of
 * pages do not end a list: the service sends smaller pages than requested, hides items of a page after cutting it, and reports
 * totals of 0 next to items.
 */

/**
 * Every item of a list. The caller reads the pages, so that it can handle a page that cannot be read. Lists of messages are read from the
 * oldest message on. Entries that are repeated at the boundary of two pages are left out.
 *
 * @param readPage sends the operation with this query, and with the cursor added to it
 * @param readsAhead whether the next page is requested before the items of a page are handled
 * @throws {ApiError} `unreadable` when the list cannot be read completely
 */
export function pagesOf(
  name: OperationName,
  query: Readonly<Record<string, unknown>>,
  readPage: ReadPage,
  readsAhead = false,
): AsyncGenerator<unknown, void> {
  const operation = operationNamed(name);
  const pages = new PageReader(readPage, readsAhead);
  return operation.paging === 'cursor'
    ? cursorPages(name, operation, query, pages)
    : numberedPages(name, operation, query, pages);
}

/** The reader of a list's pages. It requests at most one page before the caller asks for the page. */
class PageReader {
  readonly #readPage: ReadPage;
  readonly #readsAhead: boolean;
  #ahead: Promise<Page> | undefined;

  constructor(readPage: ReadPage, readsAhead: boolean) {
    this.#readPage = readPage;
    this.#readsAhead = readsAhead;
  }

  /** The announced page, or the page of the request. */
  read(request: PageRequest): Promise<Page> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return ahead ?? this.#readPage(request);
  }

  /** Announces that this page is read next in any case. */
  announce(request: PageRequest): void {
    if (!this.#readsAhead) return;
    this.#ahead = this.#readPage(request);
    // `read` throws the error. A caller that stops earlier never sees it.
    this.#ahead.catch(() => {});
  }
}

/** The page size is always sent. */
async function* numberedPages(
  name: OperationName,
  operation: Operation,
  query: Readonly<Record<string, unknown>>,
  reader: PageReader,
): AsyncGenerator<unknown, void> {
  const perPage = Number(query['perPage'] ?? limits.pageSize);
  const first = Number(query['page'] ?? 1);
  const walk = new PageWalk(name, operation, perPage);
  let pages: number | undefined;
  let wasSkipped = false;
  const request = (number: number): PageRequest => ({ query: { ...query, perPage, page: number } });
  for (let number = first; ; number += 1) {
    const page = await reader.read(request(number));
    const items = walk.newItems(page);
    if (items.length > 0) reader.announce(request(number + 1));
    yield* items;
    pages ??= page.meta?.pagination?.total_pages ?? 0;
    if (items.length > 0) continue;
    if (walk.isRepeated) return walk.endRepeated(page, first === 1);
    // All new entries on a page may be hidden, or may not be items.
    const isSkipped: boolean = page.skipped !== undefined && !wasSkipped;
    if (number >= pages && !isSkipped) return;
    wasSkipped = isSkipped;
  }
}

/** Each page names the position where the next page starts. The limit is always sent. */
async function* cursorPages(
  name: OperationName,
  operation: Operation,
  query: Readonly<Record<string, unknown>>,
  reader: PageReader,
): AsyncGenerator<unknown, void> {
  const limit = Number(query['limit'] ?? query['perPage'] ?? limits.pageSize);
  const whole = startOf(operation, query);
  const walk = new PageWalk(name, operation, limit, whole.query['id']);
  const order = whole.isInOrder ? new MessageOrder(name) : undefined;
  const request = (at: Cursor | undefined): PageRequest => ({
    query: { ...whole.query, limit },
    cursor: at,
  });
  let cursor: Cursor | undefined;
  for (;;) {
    const page = await reader.read(request(cursor));
    const items = walk.newItems(page);
    order?.check(items);
    const next = cursorOf(page) ?? cursorAfter(page.data, whole.query);
    const isEmpty = page.data.length === 0 && page.skipped === undefined;
    // All items on a page may be hidden. Then the cursor has the id of a hidden item.
    const isLast =
      next === undefined ||
      (isEmpty && (next['id'] === undefined || String(next['id']) === String(cursor?.['id'])));
    const isRepeated = !isLast && cursor !== undefined && isSamePlace(next, cursor);
    if (!isLast && !isRepeated) reader.announce(request(next));
    yield* items;
    if (isLast) return;
    if (isRepeated) return walk.endRepeated(page, whole.isFromStart);
    cursor = next;
  }
}
