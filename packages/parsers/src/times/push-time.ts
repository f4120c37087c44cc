import { inRange } from './time-reader.ts';

/** The digits of a push id, in their order. */
const DIGITS = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

const pushId = /^[-\w]{20}$/;

/** The first digits are the time. The others distinguish ids of the same millisecond. */
const TIME_DIGITS = 8;

/**
 * The time at which the Realtime Database, or its SDK, made a push id such as `-NrtSCKvAAAAAAAAAAAA`.
 *
 * @returns UNIX seconds with their fraction; undefined for a text that is not a push id
 */
export function pushTime(text: string): number | undefined {
  if (!pushId.test(text)) return undefined;
  let milliseconds = 0;
  for (const digit of text.slice(0, TIME_DIGITS))
    milliseconds = milliseconds * DIGITS.length + DIGITS.indexOf(digit);
  const seconds = milliseconds / 1000;
  return inRange(seconds) ? seconds : undefined;
}
