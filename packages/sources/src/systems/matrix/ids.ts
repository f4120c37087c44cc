import { hash } from 'node:crypto';

/** The version of the rules of this file. A plan keeps it, because with other rules the same messages would get other ids. */
export const ID_RULE = 1;

/** Ids of events differ in the case of letters, and are longer than they need to be. */
export function muidOf(eventId: string): string {
  return `matrix-${hash('sha256', eventId).slice(0, 32)}`;
}

export function isUserId(id: unknown): id is string {
  return typeof id === 'string' && id.startsWith('@') && id.includes(':');
}

/** Matrix did not exist before this time. An earlier time is from a wrong clock. */
const FIRST_MS = 1_388_534_400_000;

/** A time in milliseconds; undefined for any other value. */
export function millisecondsOf(time: unknown): number | undefined {
  return Number.isSafeInteger(time) && (time as number) >= FIRST_MS ? (time as number) : undefined;
}
