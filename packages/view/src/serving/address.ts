/** The address of a page: its path after the token, and its query. */
export interface Address {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** Values of a query; absent values are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/**
 * Makes links to our own pages only: any text from files becomes an encoded part of a path or of a query.
 *
 *
 * @param base the path of the first page, which ends with the token
 */
export function linkTo(base: string, path: readonly string[], query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined) search.set(key, String(value));
  const text = search.toString();
  const inside = path.map((part) => encodeURIComponent(part.toWellFormed())).join('/');
  return `${base}/${inside}${text === '' ? '' : `?${text}`}`;
}

/** A number in a query; undefined when it is absent or not a number. */
export function numberIn(query: URLSearchParams, key: string): number | undefined {
  const text = query.get(key);
  return text !== null && /^\d{1,16}$/.test(text) ? Number(text) : undefined;
}
