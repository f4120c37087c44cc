import { z } from 'zod';
import { truthOf as truthOfText } from '../words/truth.ts';
import { textOf } from './source-row.ts';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * The values of a column with which a row is read: `empty`, `filled`, one value, a list of values, or `{ not: … }`. In a list every word
 * is a value, and `null` means an empty value. `{ not: [] }` leaves out nothing: it is a decision about a column that may mark rows as
 * deleted.
 */
export const condition = z.union([
  value,
  z.array(value).min(1),
  z.strictObject({
    not: z.union([value, z.array(value)]).describe('Values with which a row is not read.'),
  }),
]);

export type Condition = z.infer<typeof condition>;

/** Column or path → the values that distinguish the rows of a kind from other rows in the same file. */
export const when = z.record(z.string().min(1), condition);

export type When = z.infer<typeof when>;

/** The truth that a value means; undefined for other values. */
export function truthOf(each: unknown): boolean | undefined {
  return typeof each === 'boolean' ? each : truthOfText(textOf(each));
}

/** Whether a value is empty: null, an empty text, or an empty list. */
export function isEmpty(each: unknown): boolean {
  return (
    each === undefined || each === null || each === '' || (Array.isArray(each) && each.length === 0)
  );
}
