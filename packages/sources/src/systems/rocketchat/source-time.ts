import type { Row } from '@chatferry/contract';
import type { SourceTime } from '../../rows/source-words.ts';

/** A cell of a CSV file. */
export interface TimeCell {
  /** From 1. */
  readonly column: number;
  readonly text: string;
}

/** The time of a message in its record. */
export function rocketchatTime({ ts, timeCell }: Row): SourceTime {
  if (timeCell === undefined)
    return { field: 'ts', value: ts, form: 'a date, such as {"$date":"2025-01-10T03:10:30.905Z"}' };
  const { column, text } = timeCell as TimeCell;
  return {
    field: `column ${column}`,
    value: text,
    form: 'milliseconds since 1970, such as 1736478630905',
  };
}
