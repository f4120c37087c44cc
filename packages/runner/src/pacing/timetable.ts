import type { Rate } from '../run-options.ts';

/** A rate by time of day. */
export interface Timetable {
  /** IANA name of the zone whose clock the times are read from, such as `Europe/Berlin`. */
  readonly zone: string;
  /** The first span that the time lies in counts. */
  readonly spans: readonly TimetableSpan[];
  /** Outside of all spans. */
  readonly otherwise: Rate;
}

export interface TimetableSpan {
  /** Minutes after midnight; the span includes it. */
  readonly from: number;
  /** Minutes after midnight; the span ends before it, on the next day when it is not later than `from`. */
  readonly to: number;
  readonly rate: Rate;
}

/**
 * Reads `22:00-06:00 60/min, else 20/min`, or a rate alone: `60/min`, `unlimited`.
 * @throws {TimetableError} with what is wrong and an example
 */
export function parseTimetable(_text: string, _zone: string): Timetable {
  throw new Error('not yet');
}

/** The rate that holds at a moment, given in milliseconds since 1970. */
export function rateAt(_rate: Rate | Timetable, _nowMs: number): Rate {
  throw new Error('not yet');
}

/** A timetable that cannot be read. `message` says what is wrong, `fix` how to write it. */
export class TimetableError extends Error {
  override readonly name = 'TimetableError';
  readonly fix = 'Write it like this: 22:00-06:00 60/min, 12:00-13:00 40/min, else 20/min';
}
