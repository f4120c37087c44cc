import { type FixableErrorClass, fixableErrors } from '@chatferry/contract';
import type { Rate } from './rate.ts';

/** A rate by time of day. */
export interface Timetable {
  /** IANA name of the zone whose clock the times are read from, such as `Europe/Berlin`. */
  readonly zone: string;
  /** The first span that contains the time counts. */
  readonly spans: readonly TimetableSpan[];
  /** Outside of all spans. */
  readonly otherwise: Rate;
}

interface TimetableSpan {
  /** Minutes after midnight; the span includes it. */
  readonly from: number;
  /** Minutes after midnight; the span ends before it, on the next day when it is not later than `from`. */
  readonly to: number;
  readonly rate: Rate;
}

const FixableErrors: FixableErrorClass<'bad-timetable'> = fixableErrors('TimetableError');

/** A timetable that cannot be read. `message` states what is wrong, `fix` how to write it. */
export class TimetableError extends FixableErrors {
  constructor(message: string) {
    const example = '22:00-06:00 60/min, 12:00-13:00 40/min, else 20/min';
    super('bad-timetable', message, `Write it like this: ${example}`);
  }
}

/**
 * Reads `22:00-06:00 60/min, else 20/min`, or a rate alone: `60/min`, `60`, `unlimited`. A rate of 0 sends nothing.
 * @param zone IANA name, such as `Europe/Berlin`
 * @throws {TimetableError}
 */
export function parseTimetable(text: string, zone: string): Timetable {
  minuteClock(zone);
  const parts = text.split(',').map((part) => part.trim());
  const spans: TimetableSpan[] = [];
  let otherwise: Rate | undefined;
  for (const part of parts) {
    const span = /^(\d{1,2}:\d{2})\s*-\s*(\d{1,2}:\d{2})\s+(.+)$/.exec(part);
    if (span !== null) {
      const [, from, to, rate] = span as unknown as [string, string, string, string];
      spans.push({ from: minutesOf(from), to: minutesOf(to), rate: parseRate(rate) });
      continue;
    }
    if (otherwise !== undefined)
      throw new TimetableError(`"${part}" is a second rate for the rest of the day.`);
    otherwise = parseRate(part.replace(/^else\s+/, ''));
  }
  if (otherwise === undefined)
    throw new TimetableError(`"${text}" has no rate for the rest of the day.`);
  return { zone, spans, otherwise };
}

/** The rate that holds at a moment, given in milliseconds since 1970. */
export function rateAt(rate: Rate | Timetable, nowMs: number): Rate {
  if (typeof rate !== 'object') return rate;
  if (rate.spans.length === 0) return rate.otherwise;
  const minute = minuteClock(rate.zone)(nowMs);
  const span = rate.spans.find(({ from, to }) =>
    from < to ? from <= minute && minute < to : minute >= from || minute < to,
  );
  return span?.rate ?? rate.otherwise;
}

/** When a timetable allows requests again, milliseconds since 1970; `nowMs` if it allows them now, undefined if it never does. */
export function sendsAgainAt(timetable: Timetable, nowMs: number): number | undefined {
  let at = nowMs;
  for (let change = 0; change <= 2 * timetable.spans.length; change++) {
    if (rateAt(timetable, at) !== 0) return at;
    at = nextChangeAt(timetable, at);
  }
  return undefined;
}

/**
 * When work ends, milliseconds since 1970.
 *
 * @param workMs milliseconds that the work takes at the present rate
 */
export function endsAt(rate: Rate | Timetable, nowMs: number, workMs: number): number {
  const current = rateAt(rate, nowMs);
  if (typeof rate !== 'object' || current === 'unlimited' || current === 0) return nowMs + workMs;
  let [at, left] = [nowMs, workMs];
  for (let change = 0; change < MOST_CHANGES; change++) {
    const now = rateAt(rate, at);
    const speed = now === 'unlimited' ? 1 : now / current;
    const next = nextChangeAt(rate, at);
    if (left <= (next - at) * speed) return at + left / speed;
    left -= (next - at) * speed;
    at = next;
  }
  return at + left;
}

/** Changes of the rate that are followed into the future. */
const MOST_CHANGES = 1000;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** The next beginning or end of a span. A change of the clock in between is not considered. */
function nextChangeAt({ zone, spans }: Timetable, nowMs: number): number {
  const minute = minuteClock(zone)(nowMs);
  const ahead = spans
    .flatMap(({ from, to }) => [from, to])
    .map((edge) => (edge - minute + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES);
  const minutes = Math.min(DAY_MINUTES, ...ahead);
  return Math.floor(nowMs / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS;
}

/** Reads `60/min`, `60` or `unlimited`. @throws {TimetableError} */
function parseRate(text: string): Rate {
  if (text === 'unlimited') return 'unlimited';
  const rate = /^(\d+(?:\.\d+)?)(?:\s*\/\s*min)?$/.exec(text)?.[1];
  if (rate === undefined) throw new TimetableError(`"${text}" is not a rate.`);
  return Number(rate);
}

function minutesOf(text: string): number {
  const [hours, minutes] = text.split(':').map(Number) as [number, number];
  if (hours > 24 || minutes > 59 || hours * 60 + minutes > 24 * 60)
    throw new TimetableError(`"${text}" is not a time of day.`);
  return (hours * 60 + minutes) % (24 * 60);
}

const clocks = new Map<string, (nowMs: number) => number>();

/** The minutes since midnight in a time zone. */
function minuteClock(zone: string): (nowMs: number) => number {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const format = clockFormat(zone);
  const clock = (nowMs: number): number => {
    const [hours, minutes] = format.format(nowMs).split(':').map(Number) as [number, number];
    return hours * 60 + minutes;
  };
  clocks.set(zone, clock);
  return clock;
}

function clockFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  } catch {
    throw new TimetableError(`"${timeZone}" is not a time zone.`);
  }
}
