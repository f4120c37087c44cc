import { IANAZone } from 'luxon';

/** A time in ISO 8601, and the zone in brackets after it. */
export interface BracketedTime {
  readonly time: string;
  /** An IANA zone; undefined when the time has an offset, or the brackets name no zone. */
  readonly zone: string | undefined;
}

const brackets = /(?:\[[^\][]+\])+$/;
const offset = /([+-])(\d\d)(?::?(\d\d))?$/;
const utc = /Z$/i;

/**
 * Reads the brackets after a time, as in `2023-11-14T23:13:20+01:00[Europe/Berlin]` (RFC 9557).
 *
 * @param msOf UNIX time of a time with an offset, in milliseconds
 * @returns undefined for an unknown zone, for a zone that contradicts the offset, and for a tag that must be understood, which begins
 * with `!`
 */
export function takeBrackets(
  text: string,
  msOf: (time: string) => number,
): BracketedTime | undefined {
  const found = brackets.exec(text);
  if (found === null) return undefined;
  const time = text.slice(0, found.index);
  const tags = found[0].slice(1, -1).split('][');
  const zones = tags.filter((tag) => !tag.includes('=')).map((tag) => tag.replace(/^!/, ''));
  if (zones.length > 1 || tags.some((tag) => /^!.*=/.test(tag))) return undefined;
  const [zone] = zones;
  if (zone === undefined) return { time, zone };
  const named = minutesIn(zone);
  if (named === undefined && !IANAZone.isValidZone(zone)) return undefined;
  if (utc.test(time)) return { time, zone: undefined };
  const own = hasClock(time) ? minutesIn(time) : undefined;
  if (own === undefined)
    return named === undefined ? { time, zone } : { time: time + zone, zone: undefined };
  const expected = named ?? IANAZone.create(zone).offset(msOf(time));
  return own === expected ? { time, zone: undefined } : undefined;
}

/** Whether the time has hours. Without hours, the end of a date looks like an offset. */
function hasClock(time: string): boolean {
  return /[T ]/.test(time);
}

/** The minutes of the offset at the end of a text. */
function minutesIn(text: string): number | undefined {
  const found = offset.exec(text);
  if (found === null) return undefined;
  const [, sign, hours, minutes = '0'] = found;
  const total = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -total : total;
}
