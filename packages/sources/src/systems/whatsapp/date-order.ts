import type { Header } from './header.ts';

/** The order of the parts of a date. */
export type DateOrder = 'year-first' | 'day-first' | 'month-first';

/** The day and the time that a header shows, without a zone. */
export interface LocalDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** @returns undefined for an impossible date */
export function dateIn({ date }: Pick<Header, 'date'>, order: DateOrder): LocalDate | undefined {
  const [first, second, third] = date.map(Number) as [number, number, number];
  const [year, month, day] =
    order === 'year-first'
      ? [first, second, third]
      : order === 'day-first'
        ? [third, second, first]
        : [third, first, second];
  const found = { year: yearOf(year), month, day };
  const exact = new Date(Date.UTC(found.year, month - 1, day));
  return exact.getUTCMonth() === month - 1 && exact.getUTCDate() === day ? found : undefined;
}

/** Phones in Thailand count years from an era that began 543 years earlier. */
const THAI_YEARS = 543;

function yearOf(shown: number): number {
  if (shown < 100) return 2000 + shown;
  return shown > 2500 ? shown - THAI_YEARS : shown;
}

/** One order compared with the other order, over all headers of a file. */
interface Candidate {
  readonly order: 'day-first' | 'month-first';
  /** Dates that are impossible in this order, but possible in the other order. */
  impossible: number;
  /** How often a date is earlier than the date of the previous header. */
  decreases: number;
  latest: number;
}

/** How much more often the other order must be impossible when a file has dates of both. A pasted text may have other dates. */
const CLEARLY = 10;

/** Finds the order of the dates of a whole file, never of one line. */
export class DateOrderTally {
  readonly #candidates: readonly [Candidate, Candidate] = [
    { order: 'day-first', impossible: 0, decreases: 0, latest: 0 },
    { order: 'month-first', impossible: 0, decreases: 0, latest: 0 },
  ];
  #isYearFirst = false;
  #hasDots = false;
  #ambiguous: readonly string[] | undefined;

  note(header: Header): void {
    const { date, form } = header;
    this.#isYearFirst ||= date[0].length === 4;
    this.#hasDots = form.split(' ')[1] === '.';
    if (Number(date[0]) !== Number(date[1])) this.#ambiguous ??= date;
    const dates = this.#candidates.map(({ order }) => dateIn(header, order));
    if (dates.every((each) => each === undefined)) return;
    for (const [index, candidate] of this.#candidates.entries()) {
      const found = dates[index];
      if (found === undefined) candidate.impossible++;
      else {
        const number = found.year * 10_000 + found.month * 100 + found.day;
        if (number < candidate.latest) candidate.decreases++;
        candidate.latest = number;
      }
    }
  }

  /** @param stated the order that the user states for unclear files @returns undefined when the file does not show its order */
  decide(stated: 'day-first' | 'month-first' | undefined): DateOrder | undefined {
    if (this.#isYearFirst) return 'year-first';
    const [day, month] = this.#candidates;
    if (month.impossible > day.impossible * CLEARLY) return 'day-first';
    if (day.impossible > month.impossible * CLEARLY) return 'month-first';
    if (stated !== undefined) return stated;
    if (day.impossible > 0 || month.impossible > 0) return undefined;
    if (this.#ambiguous === undefined) return 'day-first'; // Both orders result in the same dates.
    if (day.decreases === 0 && month.decreases > 0) return 'day-first';
    if (month.decreases === 0 && day.decreases > 0) return 'month-first';
    return this.#hasDots ? 'day-first' : undefined;
  }

  /** The first date with two meanings. */
  get example(): readonly string[] | undefined {
    return this.#ambiguous;
  }
}
