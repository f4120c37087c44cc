/** Maximum depth of objects and lists in a row. The service's records need fewer than ten levels. */
export const MAX_DEPTH = 256;

/** Each level takes at least two characters, one to open it and one to close it. */
const SHORTEST_TOO_DEEP = 2 * MAX_DEPTH;

/** Whether a value read from JSON has more levels than a row may have. */
export function isTooDeep(json: string, value: unknown): boolean {
  return json.length > SHORTEST_TOO_DEEP && isDeeperThan(MAX_DEPTH, value);
}

/** Stops at the limit, because a recursion to the end of a deep value may overflow the stack. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
