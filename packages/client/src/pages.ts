import { limits, type OperationName } from '@chatferry/contract';
import { ApiError } from './api-error.ts';
import { operationNamed } from './operation-named.ts';

/** One page of a list as the answer schemas leave it. */
export interface Page {
  readonly data: readonly unknown[];
  readonly meta?:
    | {
        readonly pagination?: { readonly per_page?: number; readonly total?: number };
        readonly current?: { readonly limit?: number };
        readonly next?: Readonly<Record<string, unknown>>;
        readonly cursor?: Readonly<Record<string, unknown>>;
      }
    | undefined;
}

type Query = Readonly<Record<string, unknown>>;
type ReadPage = (query: Query) => Promise<Page>;

/*
 * A total can continue a list where no page size is stated. It never ends one: the service's own examples have
 * totals of 0 next to items.
 */

/**
 * Every item of a list whose pages the caller reads, so that the caller can handle a page that cannot be read.
 * @param readPage sends the operation with this query
 */
export function pagesOf(
  name: OperationName,
  query: Query,
  readPage: ReadPage,
): AsyncGenerator<unknown, void> {
  return operationNamed(name).paging === 'cursor'
    ? cursorPages(name, query, readPage)
    : numberedPages(name, query, readPage);
}

/**
 * Every item of a list in numbered pages. The page size is always sent. The list ends with a page that is empty or
 * shorter than the page size.
 * @throws {ApiError} `unreadable` when the service sends the same page twice although it reports more
 */
async function* numberedPages(
  operation: string,
  query: Query,
  readPage: ReadPage,
): AsyncGenerator<unknown, void> {
  const perPage = Number(query['perPage'] ?? limits.pageSize);
  const first = Number(query['page'] ?? 1);
  const walk = new Walk(operation, perPage);
  for (let page = first; ; page += 1) {
    const read = await readPage({ ...query, perPage, page });
    if (walk.isRepeated(read)) return;
    yield* read.data;
    if (walk.isLast(read)) return;
  }
}

/**
 * Every item of a list with cursors: each page names the position where the next one starts. The limit is always sent. The
 * list ends with a page that is empty, shorter than the page size, or without a cursor.
 * @throws {ApiError} `unreadable` when the service sends the same page twice although it reports more
 */
async function* cursorPages(
  operation: string,
  query: Query,
  readPage: ReadPage,
): AsyncGenerator<unknown, void> {
  const limit = Number(query['limit'] ?? query['perPage'] ?? limits.pageSize);
  const walk = new Walk(operation, limit);
  let place: Query = {};
  for (;;) {
    const read = await readPage({ ...query, ...place, limit });
    if (walk.isRepeated(read)) return;
    yield* read.data;
    const next = placeFrom(read.meta?.next) ?? placeFrom(read.meta?.cursor);
    if (walk.isLast(read) || next === undefined || isSame(next, place)) return;
    place = next;
  }
}

/** The state of a list between pages. */
class Walk {
  readonly #operation: string;
  readonly #asked: number;
  /** Items of the pages that were read. Those of pages before them are not known: pages may be smaller than asked for. */
  #seen = 0;
  #firstItem: string | undefined;

  constructor(operation: string, asked: number) {
    this.#operation = operation;
    this.#asked = asked;
  }

  /**
   * Whether the page equals the one before, as from a service that ignores the cursor. The list then ends,
   * unless the service reports more items.
   */
  isRepeated({ data, meta }: Page): boolean {
    const firstItem = data.length === 0 ? undefined : JSON.stringify(data[0]);
    const repeated = firstItem !== undefined && firstItem === this.#firstItem;
    const total = meta?.pagination?.total ?? 0;
    if (repeated && total > this.#seen)
      throw new ApiError(
        'unreadable',
        `the service sent the same page twice; ${this.#seen} of the ${total} items it reports can be read.`,
        { operation: this.#operation, mayHaveLanded: false },
      );
    this.#firstItem = firstItem;
    if (!repeated) this.#seen += data.length;
    return repeated;
  }

  isLast({ data, meta }: Page): boolean {
    if (data.length === 0) return true;
    const stated = meta?.pagination?.per_page || meta?.current?.limit;
    if (stated) return data.length < Math.min(this.#asked, stated);
    return data.length < this.#asked && this.#seen >= (meta?.pagination?.total ?? 0);
  }
}

/** The parameters of a cursor; its other fields are not parameters of the operation. */
function placeFrom(next: Query | undefined): Query | undefined {
  const { affix, id, sentAt, updatedAt } = next ?? {};
  if (id === undefined && sentAt === undefined && updatedAt === undefined) return undefined;
  return Object.fromEntries(
    Object.entries({ affix, id, sentAt, updatedAt }).filter(([, value]) => value !== undefined),
  );
}

function isSame(a: Query, b: Query): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
