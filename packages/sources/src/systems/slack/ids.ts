import type { Row } from '@chatferry/contract';
/** The version of the rules of this file. A plan keeps it, because with other rules the same messages would get other ids. */
export const ID_RULE = 1;

/** The id of a message. `ts` is unique only in its channel. Its trailing zeros are part of it. */
export function muidOf(channel: string, ts: string): string {
  return `slack-${channel}-${ts.replace('.', '-')}`;
}

/** UNIX seconds. */
export function secondsOf(ts: string): number {
  return Number(ts.slice(0, ts.indexOf('.')));
}

const form = /^\d{10}\.\d+$/;

export function isTs(ts: unknown): ts is string {
  return typeof ts === 'string' && form.test(ts);
}

/** Orders the messages of one channel. Compares text, because a number would lose digits. */
export function compareTs(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Slack did not exist before this time. Earlier times are placeholders, such as 0 and 1. */
const FIRST_SECOND = 1_356_998_400;

/** A time in UNIX seconds; undefined for a placeholder. */
export function realTime(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds >= FIRST_SECOND ? seconds : undefined;
}

/** The time of the first message of a message's thread; undefined for the first message itself. */
export function threadOf({ thread_ts: thread, ts }: Row): string | undefined {
  return isTs(thread) && thread !== ts ? thread : undefined;
}
