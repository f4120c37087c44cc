import type { SQLInputValue } from 'node:sqlite';
import type { Store } from '../storage/store.ts';

/** Items on a page when the request states no size. */
export const PAGE_SIZE = 100;

/** A list of rows for pages. */
export interface Listing {
  /** The SQL from `FROM` up to, but not including, `ORDER BY`. */
  readonly from: string;
  /** Default `*`. */
  readonly select?: string;
  readonly orderBy: string;
  readonly values?: readonly SQLInputValue[];
}

export interface PageQuery {
  readonly perPage?: number | undefined;
  readonly page?: number | undefined;
}

/** One page of a list and its envelope. A page after the last one is empty. */
// The caller knows the columns that it selects.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function pageOf<Row>(
  store: Store,
  { from, select = '*', orderBy, values = [] }: Listing,
  { perPage = PAGE_SIZE, page = 1 }: PageQuery = {},
): { rows: Row[]; pagination: Record<string, number> } {
  const { total } = store.get<{ total: number }>(`SELECT count(*) AS total ${from}`, ...values)!;
  const rows = store.all<Row>(
    `SELECT ${select} ${from} ORDER BY ${orderBy} LIMIT ? OFFSET ?`,
    ...values,
    perPage,
    (page - 1) * perPage,
  );
  return { rows, pagination: paginationOf(total, rows.length, perPage, page) };
}

/** The cursor of a list of users or groups: the last change in the whole list, the same on each page. */
export function cursorOf(
  store: Store,
  { from, values = [] }: Listing,
  table: 'users' | 'groups',
): { updatedAt: number; affix: 'prepend' } {
  const { last } = store.get<{ last: number | null }>(
    `SELECT max(coalesce(${table}.updated_at, ${table}.created_at)) AS last ${from}`,
    ...values,
  )!;
  return { updatedAt: last ?? 0, affix: 'prepend' };
}

/** Collects the conditions of a query, each only if its filter is set. */
export class Conditions {
  readonly #terms: string[] = [];
  readonly values: SQLInputValue[] = [];

  copy(): Conditions {
    const copy = new Conditions();
    copy.#terms.push(...this.#terms);
    copy.values.push(...this.values);
    return copy;
  }

  add(term: string, ...values: SQLInputValue[]): this {
    this.#terms.push(`(${term})`);
    this.values.push(...values);
    return this;
  }

  /** Selects rows whose column is one of the values. */
  addOneOf(column: string, values: readonly string[] | undefined): this {
    if (values === undefined) return this;
    return this.add(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values));
  }

  /** Selects rows whose tags, a JSON list, include any of these. */
  addTags(column: string, tags: readonly string[] | undefined): this {
    if (tags === undefined) return this;
    return this.add(
      `EXISTS (SELECT 1 FROM json_each(${column}) JOIN json_each(?) AS wanted USING (value))`,
      JSON.stringify(tags),
    );
  }

  /** Selects rows with the text anywhere in one of the columns, ignoring case. */
  addSearch(columns: readonly string[], text: string | undefined): this {
    if (text === undefined || text === '') return this;
    const pattern = `%${text.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
    return this.add(
      columns.map((column) => String.raw`${column} LIKE ? ESCAPE '\'`).join(' OR '),
      ...columns.map(() => pattern),
    );
  }

  /** `WHERE …`, or nothing. */
  get sql(): string {
    return this.#terms.length === 0 ? '' : `WHERE ${this.#terms.join(' AND ')}`;
  }
}

/** One page of items in memory. */
export function slicePage<Item>(
  items: readonly Item[],
  { perPage = PAGE_SIZE, page = 1 }: PageQuery = {},
): { items: Item[]; pagination: Record<string, number> } {
  const start = (page - 1) * perPage;
  const onPage = items.slice(start, start + perPage);
  return {
    items: onPage,
    pagination: paginationOf(items.length, onPage.length, perPage, page),
  };
}

/** The answer with one page of items in memory. */
export function listPage(items: readonly object[], query: PageQuery): object {
  const { items: data, pagination } = slicePage(items, query);
  return { data, meta: { pagination } };
}

/** The pagination of a list whose items are not counted. On the last page, the number of pages is the page's own number. */
export function uncounted({
  count,
  per_page,
  current_page,
}: Readonly<Record<string, number>>): Record<string, number> {
  const pages = current_page! + (count === per_page ? 1 : 0);
  return {
    total: 0,
    count: count!,
    per_page: per_page!,
    current_page: current_page!,
    total_pages: pages,
  };
}

export function paginationOf(
  total: number,
  count: number,
  perPage: number,
  page: number,
): Record<string, number> {
  return {
    total,
    count,
    per_page: perPage,
    current_page: page,
    total_pages: Math.max(1, Math.ceil(total / perPage)),
  };
}
