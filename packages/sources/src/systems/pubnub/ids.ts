import { hash } from 'node:crypto';
import type { Moment } from '../../reading/times.ts';

/**
 * The version of the rules of this file: users and channels keep their ids; a message gets a hash of its channel's id, and its
 * timetoken. A plan keeps it, because with other rules the same messages would get other ids.
 */
export const ID_RULE = 1;

/** The sender of messages that do not name their sender. */
export const UNKNOWN_USER = 'pubnub-unknown';

/** Timetokens are unique in their channel. */
export function muidOf(channel: string, timetoken: string): string {
  return `pubnub-${hash('sha256', channel).slice(0, 16)}-${timetoken}`;
}

/** A time of 17 digits: units of 100 nanoseconds since 1970. Undefined for any other value. */
export function timetokenOf(value: unknown): string | undefined {
  const shown = typeof value === 'number' ? String(value) : value;
  return typeof shown === 'string' && /^\d{16,18}$/.test(shown) ? shown : undefined;
}

export function momentOfToken(timetoken: string): Moment {
  return { micros: Number(timetoken.slice(0, -1)), nanos: Number(timetoken.slice(-1)) * 100 };
}

export function secondsOfToken(timetoken: string): number {
  return Number(timetoken.slice(0, -7));
}

/** The channels of threads in the Chat SDK. */
const thread = /^PUBNUB_INTERNAL_THREAD_(.+)_(\d{16,18})$/;

/** The channel and the first message of a thread. */
export function threadOf(
  channel: string,
): { readonly channel: string; readonly timetoken: string } | undefined {
  const [, parent, timetoken] = thread.exec(channel) ?? [];
  return parent === undefined ? undefined : { channel: parent, timetoken: timetoken! };
}
