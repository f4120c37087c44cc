import { duration } from '@chatferry/job/planned';
import { cutToWidth, textWidth } from './text-width.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Columns that a cut title needs to be understood. */
const LEAST_TITLE = 16;

/** The first line of a live screen. Times are milliseconds since 1970. */
export interface ScreenHead {
  /** The work, such as `bulk → tram-depot`; dropped first when the terminal is narrow. */
  readonly title: string;
  readonly percent: string;
  readonly startedAt: number;
  readonly now: number;
  /** The text at the right: the end time, or why it is not known. */
  readonly end: string;
}

/** The first line: what, how far, since when, and at the right until when. The percent and the end are never cut. */
export function headLine(
  { title, percent, startedAt, now, end }: ScreenHead,
  columns: number,
): string {
  const elapsed = duration(now - startedAt);
  const right = end === '' ? '' : `  ${end}`;
  const lefts = [`${percent}   ${elapsed}`, percent];
  const room = columns - textWidth(right);
  const withTitle = room - textWidth(lefts[0]!) - 3;
  const left =
    title !== '' && withTitle >= LEAST_TITLE
      ? `${cutToWidth(title, withTitle - 1)}   ${lefts[0]!}`
      : (lefts.find((each) => textWidth(each) <= room) ?? lefts.at(-1)!);
  return `${left}${' '.repeat(Math.max(room - textWidth(left), 0))}${right}`;
}

/** `done about 05:48` in the zone of the terminal; with the day when it is another one. */
export function doneAbout(at: number, now: number, isMeasured: boolean): string {
  const rounded = new Date(Math.round(at / MINUTE_MS) * MINUTE_MS);
  const time = rounded.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const isToday = rounded.toDateString() === new Date(now).toDateString();
  const isSoon = at - now < 6 * DAY_MS;
  const day = isToday
    ? ''
    : `${rounded.toLocaleDateString('en-GB', isSoon ? { weekday: 'short', day: 'numeric', month: 'short' } : { day: 'numeric', month: 'short', year: 'numeric' }).replace(',', '')} `;
  return `done about ${day}${time}${isMeasured ? '' : ' by the plan'}`;
}

/** `03:54, 26 min ago` in the zone of the terminal. */
export function agoText(at: number, now: number): string {
  const time = new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return now - at < MINUTE_MS ? time : `${time}, ${duration(now - at)} ago`;
}

/** Parts of a line with three blanks between them; the last ones are dropped until it fits. */
export function partsLine(parts: readonly string[], columns: number): string {
  for (let count = parts.length; count > 1; count--) {
    const line = parts.slice(0, count).join('   ');
    if (textWidth(line) <= columns) return line;
  }
  return parts[0] ?? '';
}
