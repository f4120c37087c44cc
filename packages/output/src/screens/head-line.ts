import { duration } from '@chatferry/job/planned';
import { cutToWidth, firstFitting, textWidth } from './text-width.ts';

/** The fewest columns that a cut title needs to be understood. */
const LEAST_TITLE = 16;

/** The first line of a live screen. Times are milliseconds since 1970. */
export interface ScreenHead {
  /** The work, such as `bulk → tram-depot`; dropped first when the terminal is narrow. */
  readonly title: string;
  /** Undefined when the total is not known. */
  readonly percent: string | undefined;
  readonly startedAt: number;
  readonly now: number;
  /** The text at the right, from long to short: the end time, or why the end time is not known. */
  readonly end: readonly string[];
}

/** The first line: title, percent, start, and at the right the end. The percent and the end are never cut. */
export function headLine(
  { title, percent, startedAt, now, end }: ScreenHead,
  columns: number,
): string {
  const elapsed = duration(now - startedAt);
  const shortest = percent ?? elapsed;
  const ends = end.map((text) => `  ${text}`);
  const right = firstFitting(
    [...ends, ...(end.length === 0 ? [''] : [])],
    columns - textWidth(shortest),
  );
  const space = columns - textWidth(right);
  const done = percent === undefined ? [elapsed] : [`${percent}   ${elapsed}`, percent];
  const titleWidth = space - textWidth(done[0]!) - 3;
  const hasTitle = title !== '' && titleWidth >= LEAST_TITLE;
  const left = hasTitle
    ? `${cutToWidth(title, titleWidth - 1)}   ${done[0]!}`
    : firstFitting(done, space);
  return `${left}${' '.repeat(Math.max(space - textWidth(left), 0))}${right}`.trimEnd();
}
