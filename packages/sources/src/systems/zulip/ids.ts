/** The version of the rules of this file. A plan keeps it, because with other rules the same messages would get other ids. */
export const ID_RULE = 1;

/** The id of a stream. Numbers are unique only in their table. */
export function streamId(id: number): string {
  return `stream-${id}`;
}

export function huddleId(id: number): string {
  return `huddle-${id}`;
}

export function muidOf(id: number): string {
  return `zulip-${id}`;
}

/** Times are seconds with a fraction, and are never rounded up. */
export function secondsOf(time: unknown): number | undefined {
  return typeof time === 'number' && time > 0 ? Math.floor(time) : undefined;
}
