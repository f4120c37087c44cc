/** A number of things, or a share of all of them. */
export type CountOrShare = number | { readonly percent: number };

export function isWithin(count: number, of: number, limit: CountOrShare): boolean {
  return typeof limit === 'number' ? count <= limit : count <= (of * limit.percent) / 100;
}
