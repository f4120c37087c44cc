/** The version of the rules of this file. A plan keeps it, because other rules would make other messages of the same ones. */
export const ID_RULE = 1;

/** Numbers are unique in their table only. */
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
