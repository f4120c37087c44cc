import { limits } from '@chatferry/contract';
import { ApiError } from './api-error.ts';

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

/**
 * Every item of a list in numbered pages. The page size is always sent. The list ends with a page that is empty or
 * shorter than asked for (or than the service says it makes them); totals are not believed, they are known to be wrong.
 * @throws {ApiError} `unreadable` when the service sends the same page twice although it says there is more
 */
export async function* numberedPages(
  operation: string,
  query: Query,
  readPage: ReadPage,
): AsyncGenerator<unknown, void> {
  const perPage = Number(query['perPage'] ?? limits.pageSize);
  let seen = 0;
  let before = '';
  for (let page = Number(query['page'] ?? 1); ; page += 1) {
    const { data, meta } = await readPage({ ...query, perPage, page });
    if (data.length === 0) return;
    const now = JSON.stringify(data[0]);
    if (now === before) return endAtRepetition(operation, seen, meta?.pagination?.total);
    yield* data;
    seen += data.length;
    before = now;
    if (data.length < Math.min(perPage, meta?.pagination?.per_page || perPage)) return;
  }
}

/** A list whose operation takes no page number sends its one page again: fine, unless it says that more exists. */
function endAtRepetition(operation: string, seen: number, total: number | undefined): void {
  if (total === undefined || total <= seen) return;
  throw new ApiError(
    'unreadable',
    `the service sent the same page twice; ${seen} of the ${total} items it speaks of can be read.`,
    { operation, mayHaveLanded: false },
  );
}

/**
 * Every item of a list in which each page names the place where the next one starts. The limit is always sent. The
 * list ends with a page that is empty, shorter than asked for, or without a next place.
 */
export async function* cursorPages(
  query: Query,
  readPage: ReadPage,
): AsyncGenerator<unknown, void> {
  const limit = Number(query['limit'] ?? limits.pageSize);
  let place: Query = {};
  for (;;) {
    const { data, meta } = await readPage({ ...query, ...place, limit });
    yield* data;
    if (data.length < Math.min(limit, meta?.current?.limit || limit)) return;
    const next = placeFrom(meta?.next ?? meta?.cursor);
    if (data.length === 0 || next === undefined || isSame(next, place)) return;
    place = next;
  }
}

/** The parameters that a place is made of; whatever else stands in it is no parameter of the operation. */
function placeFrom(next: Query | undefined): Query | undefined {
  const { affix, id, sentAt } = next ?? {};
  if (id === undefined && sentAt === undefined) return undefined;
  return Object.fromEntries(
    Object.entries({ affix, id, sentAt }).filter(([, value]) => value !== undefined),
  );
}

function isSame(a: Query, b: Query): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
