import { limits, type Operation, type OperationName } from '@chatferry/contract';
import { cursorAfter, cursorOf, isSamePlace } from './cursor.ts';
import { MessageOrder } from './message-order.ts';
import { operationNamed } from '../terms/operation-named.ts';
import type { Cursor, Page, PageRequest } from '../terms/page.ts';
import { PageWalk } from './page-walk.ts';
import { startOf } from './start-of.ts';

type ReadPage = (request: PageRequest) => Promise<Page>;

/*
 * A list ends where the service says so: with an empty page, or with one that repeats the page before. The size of a page, a
 * total and a number of pages end no list: the service makes smaller pages than asked for, hides items of a page that it has
 * cut already, and reports totals of 0 next to items.
 */

/**
 * Every item of a list whose pages the caller reads, so that the caller can handle a page that cannot be read. Lists of
 * messages are read from the oldest message on. Entries that come again at the boundary of two pages are left out.
 *
 * @param readPage sends the operation with this query, and with the cursor added to it
 * @throws {ApiError} `unreadable` when the list cannot be read whole
 */
export function pagesOf(
  name: OperationName,
  query: Readonly<Record<string, unknown>>,
  readPage: ReadPage,
): AsyncGenerator<unknown, void> {
  const operation = operationNamed(name);
  return operation.paging === 'cursor'
    ? cursorPages(name, operation, query, readPage)
    : numberedPages(name, operation, query, readPage);
}

/** The page size is always sent. */
async function* numberedPages(
  name: OperationName,
  operation: Operation,
  query: Readonly<Record<string, unknown>>,
  readPage: ReadPage,
): AsyncGenerator<unknown, void> {
  const perPage = Number(query['perPage'] ?? limits.pageSize);
  const first = Number(query['page'] ?? 1);
  const walk = new PageWalk(name, operation, perPage);
  let pages: number | undefined;
  let wasSkipped = false;
  for (let number = first; ; number += 1) {
    const page = await readPage({ query: { ...query, perPage, page: number } });
    const items = walk.newItems(page);
    yield* items;
    pages ??= page.meta?.pagination?.total_pages ?? 0;
    if (items.length > 0) continue;
    if (walk.isRepeated) return walk.endRepeated(page, first === 1);
    // Everything new on a page may be hidden, or no item.
    const isSkipped: boolean = page.skipped !== undefined && !wasSkipped;
    if (number >= pages && !isSkipped) return;
    wasSkipped = isSkipped;
  }
}

/** Each page names the position where the next one starts. The limit is always sent. */
async function* cursorPages(
  name: OperationName,
  operation: Operation,
  query: Readonly<Record<string, unknown>>,
  readPage: ReadPage,
): AsyncGenerator<unknown, void> {
  const limit = Number(query['limit'] ?? query['perPage'] ?? limits.pageSize);
  const whole = startOf(operation, query);
  const walk = new PageWalk(name, operation, limit, whole.query['id']);
  const order = whole.isInOrder ? new MessageOrder(name) : undefined;
  let cursor: Cursor | undefined;
  for (;;) {
    const page = await readPage({ query: { ...whole.query, limit }, cursor });
    const items = walk.newItems(page);
    order?.check(items);
    yield* items;
    const next = cursorOf(page) ?? cursorAfter(page.data, whole.query);
    if (next === undefined) return;
    const isEmpty = page.data.length === 0 && page.skipped === undefined;
    // Everything on a page may be hidden: its cursor then has the id of an item that is not shown.
    if (isEmpty && (next['id'] === undefined || String(next['id']) === String(cursor?.['id'])))
      return;
    if (cursor !== undefined && isSamePlace(next, cursor))
      return walk.endRepeated(page, whole.isFromStart);
    cursor = next;
  }
}
