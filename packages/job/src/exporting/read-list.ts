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

/** Where a list continues: the number of a page, or the cursor of one. */
export type ListPosition = { readonly page: number } | { readonly cursor: Cursor };

/** Items of a list that were read together, and where it continues after them. */
export interface PageOfItems {
  readonly items: readonly Row[];
  /** Absent after the last page. */
  readonly next: ListPosition | undefined;
  /** Items of the whole list, where the service states it. */
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

/** Reads a list page by page, as every reading of lists does. @throws {ApiError} */
export async function readList(
  { client, name, path, query, from, signal }: ListToRead,
  onPage: (page: PageOfItems) => void | Promise<void>,
): Promise<void> {
  let items: Row[] = [];
  let total: number | undefined;
  let isFirst = true;
  const readPage = async (request: PageRequest): Promise<Page> => {
    if (!isFirst) {
      await onPage({ items, next: positionOf(request), total });
      items = [];
    }
    const start = isFirst && from !== undefined && 'cursor' in from ? from.cursor : undefined;
    isFirst = false;
    const cursor = request.cursor ?? start;
    const argument = [{ path, query: request.query, cursor, signal }];
    const page = (await client.call(
      name,
      ...(argument as unknown as RequestArgument<typeof name>),
    )) as Page;
    total = page.meta?.pagination?.total || total;
    return page;
  };
  const start = from !== undefined && 'page' in from ? { page: from.page } : {};
  for await (const item of pagesOf(name, { ...query, ...start }, readPage)) items.push(item as Row);
  await onPage({ items, next: undefined, total });
}

function positionOf({ query, cursor }: PageRequest): ListPosition {
  return cursor === undefined ? { page: query['page'] as number } : { cursor };
}

/** Times that a list of several pages is read at most until a reading shows nothing new. */
const READINGS = 3;

/**
 * A whole list of users. One that has several pages is read again until nothing new comes: while entries are removed, numbered pages
 * shift, and each page may lack one.
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
      await readList(list, ({ items }) => {
        if (items.length > 0) pages++;
        for (const item of items) found.set(item['uid'] as string, item);
      });
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
    result.catch(() => {}); // It is thrown in its turn.
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
