/**
 * The version of the rules of this file: users and channels keep the ids of Sendbird. A plan keeps it, because with other rules
 * the same messages would get other ids.
 */
export const ID_RULE = 1;

/** The id of a message. Ids of messages are numbers that are unique in the application. */
export function muidOf(id: string): string {
  return `sb-${id}`;
}

/** The id of a message, as a number or as text; undefined for 0, which means none. */
export function messageId(id: unknown): string | undefined {
  const shown = typeof id === 'number' ? String(id) : id;
  return typeof shown === 'string' && /^[1-9]\d*$/.test(shown) ? shown : undefined;
}
