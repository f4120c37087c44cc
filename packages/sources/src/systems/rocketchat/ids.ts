import type { Row } from '@chatferry/contract';

/** The version of the rules of this file. A plan keeps it, because with other rules the same messages would get other ids. */
export const ID_RULE = 1;

/** The id of a message. Ids of messages are unique in the database. Ids of users and rooms are used unchanged. */
export function muidOf(id: string): string {
  return `rc-${id}`;
}

/** A time in milliseconds: a number, or a date in ISO form. */
export function millisecondsOf(time: unknown): number | undefined {
  const found = typeof time === 'string' ? Date.parse(time) : time;
  return typeof found === 'number' && found > 0 ? found : undefined;
}

/** A time in UNIX seconds, never rounded up. */
export function secondsOf(time: unknown): number | undefined {
  const found = millisecondsOf(time);
  return found === undefined ? undefined : Math.floor(found / 1000);
}

/** When the server last changed a document, in milliseconds; 0 if the document does not state it. */
export function changeOf(document: Row): number {
  return millisecondsOf(document['_updatedAt']) ?? 0;
}
