import { limits } from '@chatferry/contract';
import { DateTime } from 'luxon';
import type { TimeForm } from './time-form.ts';
import { takeBrackets } from './bracketed-zone.ts';
import { hasWholeDate, openPart } from './whole-date.ts';
import { commonIsoTime } from './iso-time.ts';
import { type ClockChange, WallClock } from './wall-clock.ts';

/** Reads the times of one column. Results are UNIX seconds with their fraction; NaN for a value that is not a time. */
export interface TimeReader {
  read(value: unknown): number;
  /** The clock change that affects the last value, if a zone was needed to read it. */
  readonly change?: ClockChange;
  /** Whether the last value is a time without a zone, and no zone is configured. */
  readonly lacksZone?: boolean | undefined;
}

/** Whether a number can be a time in UNIX seconds for the service: 2001 to 2286. */
export function inRange(seconds: number): boolean {
  return seconds >= limits.earliestTime && seconds < limits.latestTime + 1;
}

/**
 * @param form how the column writes times; absent: UNIX seconds, or ISO 8601
 * @param zone for times without a zone; absent: such times are not read
 */
export function timeReader(form: TimeForm | undefined, zone: string | undefined): TimeReader {
  if (typeof form === 'object') return textReader(form.format, form.zone ?? zone);
  switch (form) {
    case undefined: {
      const [unix, iso] = [unixReader(1), textReader('iso', zone)];
      let latest = unix;
      return {
        read: (value) => {
          const seconds = unix.read(value);
          latest = Number.isNaN(seconds) ? iso : unix;
          return latest === unix ? seconds : iso.read(value);
        },
        get change() {
          return latest.change;
        },
        get lacksZone() {
          return latest.lacksZone;
        },
      };
    }
    case 'seconds':
      return unixReader(1);
    case 'milliseconds':
      return unixReader(1000);
    case 'microseconds':
      return unixReader(1_000_000);
    case 'iso':
    case 'rfc2822':
      return textReader(form, zone);
    case 'mixed':
      return mixedReader(zone);
  }
}

const units = [1, 1000, 1_000_000];

/** An id of MongoDB. Its first eight digits are the second at which it was made. */
const objectId = /^([0-9a-f]{8})[0-9a-f]{16}$/i;

/** Times that each show their form: ISO 8601, UNIX time in a unit that follows from the size, or an id of MongoDB. */
function mixedReader(zone: string | undefined): TimeReader {
  const iso = textReader('iso', zone);
  const unix = unixReader(1);
  let latest = unix;
  return {
    read: (value) => {
      latest = unix;
      const id = typeof value === 'string' ? objectId.exec(value) : null;
      if (id !== null) return Number.parseInt(id[1]!, 16);
      const number = unix.read(value);
      if (Number.isNaN(number)) return (latest = iso).read(value);
      return units.map((perSecond) => number / perSecond).find(inRange) ?? number;
    },
    get change() {
      return latest.change;
    },
    get lacksZone() {
      return latest.lacksZone;
    },
  };
}

const digits = /^\d+(?:\.\d*)?$/;

/** Returns a number in seconds even when it is out of range, because the judge reports that with more detail. */
function unixReader(perSecond: number): TimeReader {
  const read = (value: unknown): number => {
    if (typeof value === 'string' && !digits.test(value.trim())) return NaN;
    if (typeof value !== 'string' && typeof value !== 'number') return NaN;
    const seconds = Number(value) / perSecond;
    return perSecond === 1 || inRange(seconds) ? seconds : NaN;
  };
  return { read };
}

function textReader(format: string, zone: string | undefined): TimeReader {
  const clock = zone === undefined ? undefined : new WallClock(zone);
  /** The clocks of zones that the times themselves name. */
  const clocks = new Map<string, WallClock>();
  const parse = parserOf(format);
  let change: ClockChange;
  let lacksZone = false;
  const clockOf = (named: string): WallClock => {
    const known = clocks.get(named) ?? new WallClock(named);
    clocks.set(named, known);
    return known;
  };
  return {
    read: (value) => {
      change = undefined;
      lacksZone = false;
      const parsed = typeof value === 'string' ? parse(value.trim()) : undefined;
      if (parsed === undefined || Number.isNaN(parsed.ms)) return NaN;
      if (parsed.zoned) return parsed.ms / 1000;
      const own = parsed.zone === undefined ? clock : clockOf(parsed.zone);
      if (own !== undefined) {
        const seconds = own.toUnixMs(parsed.ms) / 1000;
        change = own.change;
        return seconds;
      }
      lacksZone = true;
      return NaN;
    },
    get change() {
      return change;
    },
    get lacksZone() {
      return lacksZone;
    },
  };
}

/** `ms` is UNIX time when the text has an offset, else local time of `zone` or of the configured zone. */
type Parse = (text: string) => ParsedTime | undefined;

interface ParsedTime {
  readonly ms: number;
  readonly zoned: boolean;
  readonly zone?: string | undefined;
}

/** The end of a date and time that names its offset. */
const namedOffset = /[T ].*(?:Z|[+-]\d\d(?::?\d\d)?)$/i;

/** Tokens for zones, and for seconds or milliseconds since 1970, outside the quoted parts of a format. */
const absoluteToken = /[zZxX]/;

const utc = { zone: 'utc', locale: 'en-US' };

function parserOf(format: string): Parse {
  if (format === 'iso') return isoTime;
  if (format === 'rfc2822')
    return (text) => ({ ms: DateTime.fromRFC2822(text, utc).toMillis(), zoned: true });

  if (openPart(format) !== undefined) return () => undefined;
  const parser = DateTime.buildFormatParser(format, utc);
  const zoned = absoluteToken.test(format.replaceAll(/'[^']*'/g, ''));
  return (text) => ({ ms: DateTime.fromFormatParser(text, parser, utc).toMillis(), zoned });
}

function isoTime(text: string): ParsedTime | undefined {
  if (text.endsWith(']')) {
    const taken = takeBrackets(text, (time) => isoTime(time)?.ms ?? NaN);
    const parsed = taken && isoTime(taken.time);
    return parsed && { ...parsed, zone: taken.zone };
  }
  const common = commonIsoTime(text);
  if (common !== undefined) return common;
  const iso = text.replace(' ', 'T');
  if (!hasWholeDate(iso)) return undefined;
  return { ms: DateTime.fromISO(iso, utc).toMillis(), zoned: namedOffset.test(text) };
}
