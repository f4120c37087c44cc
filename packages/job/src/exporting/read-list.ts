import {
  ApiError,
  type Client,
  type Cursor,
  type ListName,
  type Page,
  type PageRequest,
  pagesOf,
  type RequestArgument,
} from '@chatferry/client';
import { kinds, type Row } from '@chatferry/contract';

/** Where a list continues: at the number of a page, or at a cursor. */
export type ListPosition = { readonly page: number } | { readonly cursor: Cursor };

/** The state of a list after the items of a page are handled. */
export interface PageDone {
  /** Items of the page. */
  readonly read: number;
  /** Where the list continues; absent after the last page. */
  readonly next: ListPosition | undefined;
  /** Items of the whole list, if the service states the number. */
  readonly total: number | undefined;
}

export interface ListToRead {
  readonly client: Client;
  readonly name: ListName;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly from?: ListPosition | undefined;
  readonly signal: AbortSignal;
}

/**
 * Reads a list. While the items of a page are handled, the request for the next page is in flight.
 *
 * @param onItem a promise is awaited
 * @param onPage called when all items of a page are handled
 * @throws {ApiError}
 */
export async function readList(
  { client, name, path, query, from, signal }: ListToRead,
  onItem: (item: Row) => unknown,
  onPage: (page: PageDone) => void,
): Promise<void> {
  const positions = new WeakMap<object, ListPosition>();
  let total: number | undefined;
  let isFirst = true;
  const readPage = async (request: PageRequest): Promise<Page> => {
    const start = isFirst && from !== undefined && 'cursor' in from ? from.cursor : undefined;
    isFirst = false;
    const cursor = request.cursor ?? start;
    const argument = [{ path, query: request.query, cursor, signal }];
    const page = (await client.call(
      name,
      ...(argument as unknown as RequestArgument<typeof name>),
    )) as Page;
    const position = positionOf(request);
    for (const item of page.data) positions.set(item as object, position);
    total = page.meta?.pagination?.total || total;
    return page;
  };
  const start = from !== undefined && 'page' in from ? { page: from.page } : {};
  let current: ListPosition | undefined;
  let read = 0;
  for await (const item of pagesOf(name, { ...query, ...start }, readPage, true)) {
    const position = positions.get(item as object)!;
    if (current !== undefined && position !== current) {
      onPage({ read, next: position, total });
      read = 0;
    }
    current = position;
    const done = onItem(item as Row);
    if (done instanceof Promise) await done;
    read++;
  }
  onPage({ read, next: undefined, total });
}

function positionOf({ query, cursor }: PageRequest): ListPosition {
  return cursor === undefined ? { page: query['page'] as number } : { cursor };
}

/** The most readings of a list of several pages until a reading shows nothing new. */
const READINGS = 3;

/**
 * A whole list of users. A list of several pages is read again until a reading shows nothing new: while entries are removed, numbered
 * pages shift, and each page may lack an entry.
 *
 * @returns the entries by uid; undefined when there is no such list
 * @throws {ApiError}
 */
export async function readUsers(list: ListToRead): Promise<Map<string, Row> | undefined> {
  const found = new Map<string, Row>();
  for (let reading = 1; reading <= READINGS; reading++) {
    const before = found.size;
    let pages = 0;
    try {
      await readList(
        list,
        (item) => found.set(item['uid'] as string, item),
        ({ read }) => (pages += read > 0 ? 1 : 0),
      );
    } catch (error) {
      if (isNotThere(error)) return undefined;
      throw error;
    }
    if (pages <= 1 || (reading > 1 && found.size === before)) break;
  }
  return found;
}

export function isNotThere(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not-found';
}

/** The query of the list that shows all records of a kind. */
export function queryOf(
  kind: 'roles' | 'users' | 'groups' | 'messages',
): Readonly<Record<string, unknown>> {
  const { list } = kinds[kind];
  return typeof list === 'object' && 'query' in list ? list.query : {};
}

/**
 * The results of work on many items in the order of the items, with some of it done concurrently.
 *
 * @param atOnce items that are worked on concurrently
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<readonly [Item, Result], void> {
  const started: { readonly item: Item; readonly result: Promise<Result> }[] = [];
  const start = (item: Item): void => {
    const result = work(item);
    result.catch(() => {}); // It is thrown when its turn comes.
    started.push({ item, result });
  };
  for (const item of items) {
    start(item);
    if (started.length < atOnce) continue;
    const first = started.shift()!;
    yield [first.item, await first.result];
  }
  for (const { item, result } of started) yield [item, await result];
}
