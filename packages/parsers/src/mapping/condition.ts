import { z } from 'zod';
import { textOf } from './source-row.ts';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * Which values of a column a row is read with: `empty`, `filled`, one value, a list of them, or `{ not: … }`. In a list
 * every word is a value, and `null` stands for an empty one. `{ not: [] }` leaves out nothing, and decides a column that
 * may mark rows as deleted.
 */
export const condition = z.union([
  value,
  z.array(value).min(1),
  z.strictObject({
    not: z.union([value, z.array(value)]).describe('Values with which a row is not read.'),
  }),
]);

export type Condition = z.infer<typeof condition>;

/** Column or path → the values that tell the rows of a kind from others in the same file. */
export const when = z.record(z.string().min(1), condition);

export type When = z.infer<typeof when>;

/** How the exports of databases and spreadsheets write the two truths, in small letters. */
const spellings: Readonly<Record<'true' | 'false', readonly string[]>> = {
  true: ['true', 't', '1', 'yes', 'y', 'on', '\u0001', "b'1'"],
  false: ['false', 'f', '0', 'no', 'n', 'off', '\0', "b'0'"],
};

const truths: ReadonlyMap<string, boolean> = new Map([
  ...spellings.true.map((text) => [text, true] as const),
  ...spellings.false.map((text) => [text, false] as const),
]);

/** The truth that a value stands for; undefined for other values. */
export function truthOf(each: unknown): boolean | undefined {
  return typeof each === 'boolean' ? each : truths.get(textOf(each).trim().toLowerCase());
}

/** Whether a value says nothing: null, an empty text, or an empty list. */
export function isEmpty(each: unknown): boolean {
  return (
    each === undefined || each === null || each === '' || (Array.isArray(each) && each.length === 0)
  );
}
