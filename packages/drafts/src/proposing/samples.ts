import type { Column } from '../columns/column.ts';

const LENGTH = 40;

/** Two values of a column, as a comment shows them. */
export function samplesOf({ facts }: Column): string {
  const values = [...facts.values.keys()];
  if (values.length === 0) return 'it is empty in all rows that were looked at';
  return shownValues(values);
}

/** Two of these values, as a comment shows them. */
export function shownValues(values: readonly string[]): string {
  return values
    .slice(0, 2)
    .map((value) => JSON.stringify(shortened(value)))
    .join(', ');
}

export function shortened(value: string): string {
  return value.length > LENGTH ? `${value.slice(0, LENGTH - 1)}…` : value;
}
