import { z } from 'zod';
import { textOf } from './source-row.ts';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * Which values of a column a row is read with: `empty`, `filled`, one value, a list of them, or `{ not: … }`. In a list
 * every word is a value, and `null` stands for an empty one.
 */
export const condition = z.union([
  value,
  z.array(value).min(1),
  z.strictObject({ not: z.union([value, z.array(value).min(1)]) }),
]);

export type Condition = z.infer<typeof condition>;

/** Column or path → the values that tell the rows of a kind from others in the same file. */
export const when = z.record(z.string().min(1), condition);

export type When = z.infer<typeof when>;

/** Whether a value meets a condition, and what is wrong with one that does not, as the end of a sentence. */
export interface CompiledCondition {
  readonly meets: (value: unknown) => boolean;
  readonly otherwise: string;
}

export function compileCondition(wanted: Condition): CompiledCondition {
  if (wanted === 'empty') return { meets: isEmpty, otherwise: 'is not empty' };
  if (wanted === 'filled') return { meets: (each) => !isEmpty(each), otherwise: 'is empty' };
  const isExcluding = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);
  const listed = [isExcluding ? wanted.not : (wanted as Exclude<Condition, object>)].flat();
  const texts = new Set(listed.filter((each) => each !== null).map(String));
  const takesEmpty = listed.includes(null);
  const isListed = (each: unknown): boolean =>
    isEmpty(each) ? takesEmpty : texts.has(textOf(each));
  const words = listed.map((each) => (each === null ? 'empty' : String(each)));
  if (isExcluding)
    return { meets: (each) => !isListed(each), otherwise: `is ${words.join(' or ')}` };
  return {
    meets: isListed,
    otherwise: words.length === 1 ? `is not ${words[0]}` : `is none of ${words.join(', ')}`,
  };
}

/** Whether a value says nothing: null, an empty text, or an empty list. */
export function isEmpty(each: unknown): boolean {
  return (
    each === undefined || each === null || each === '' || (Array.isArray(each) && each.length === 0)
  );
}
