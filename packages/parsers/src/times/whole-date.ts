/** ISO 8601 with a whole date: by month, by week with its day, or by the day of the year. */
const isoDate = /^(?:[+-]\d\d)?\d{4}(?:-\d\d-\d\d|\d{4}|-?W\d\d-?\d|-?\d{3})(?:T|$)/;

/** Whether an ISO text names a year, a month and a day. Without any of them, the rest of the date would be a guess. */
export function hasWholeDate(text: string): boolean {
  return isoDate.test(text);
}

/** Tokens of Luxon that together name a whole date. `D`, `f` and `F` are whole dates, `x` and `X` are UNIX times. */
const dates: readonly (readonly RegExp[])[] = [
  [/[DfFxX]/],
  [/y/, /[ML]/, /d/],
  [/y/, /o/],
  [/k/, /W/, /[cE]/],
];

/** The part that a format leaves open, as the end of a sentence; undefined for a complete format. */
export function openPart(format: string): string | undefined {
  const tokens = format.replaceAll(/'[^']*'/g, '');
  if (!dates.some((needed) => needed.every((token) => token.test(tokens))))
    return 'must have the year, the month and the day, as in dd/MM/yyyy HH:mm';
  if (/h/.test(tokens) && !/a/.test(tokens))
    return 'has h, the hour of a clock with 12 hours, without a, which is AM or PM. Write H for a clock with 24 hours';
  return undefined;
}
