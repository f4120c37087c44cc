import { z } from 'zod';
import type { SeenValues } from './seen-values.ts';
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

/** How the exports of databases and spreadsheets write the two truths, in small letters. */
const spellings: Readonly<Record<'true' | 'false', readonly string[]>> = {
  true: ['true', 't', '1', 'yes', 'y', 'on', '\u0001'],
  false: ['false', 'f', '0', 'no', 'n', 'off', '\0'],
};

const truths: ReadonlyMap<string, boolean> = new Map([
  ...spellings.true.map((text) => [text, true] as const),
  ...spellings.false.map((text) => [text, false] as const),
]);

/** The truth that a value stands for; undefined for other values. */
export function truthOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : truths.get(textOf(value).trim().toLowerCase());
}

/** @param seen notes which of the values rows have, see `valuesNamed` */
export function compileCondition(wanted: Condition, seen: SeenValues): CompiledCondition {
  if (wanted === 'empty') return { meets: isEmpty, otherwise: 'is not empty' };
  if (wanted === 'filled') {
    const isFilled = (each: unknown): boolean => {
      if (isEmpty(each)) {
        seen.seeOther('');
        return false;
      }
      seen.see('filled');
      return true;
    };
    return { meets: isFilled, otherwise: 'is empty' };
  }
  const isExcluding = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);
  const listed = [isExcluding ? wanted.not : (wanted as Exclude<Condition, object>)].flat();
  const takesEmpty = listed.includes(null);
  const isListed = listedValues(
    listed.filter((each) => each !== null),
    seen,
  );
  const meets = (each: unknown): boolean => (isEmpty(each) ? takesEmpty : isListed(each));
  const words = listed.map((each) => (each === null ? 'empty' : String(each)));
  if (isExcluding) return { meets: (each) => !meets(each), otherwise: `is ${words.join(' or ')}` };
  return {
    meets,
    otherwise: words.length === 1 ? `is not ${words[0]}` : `is none of ${words.join(', ')}`,
  };
}

/** Whether a value is one of those listed: true and false in any spelling, others as they are written. */
function listedValues(
  listed: readonly (string | number | boolean)[],
  seen: SeenValues,
): (value: unknown) => boolean {
  const texts = new Set(listed.map(String));
  const wanted = new Map(
    listed.filter((each) => isTruthWord(each)).map((each) => [truthOf(each), String(each)]),
  );
  const others = new Map(listed.map((each) => [truthOf(each), String(each)]));
  return (value) => {
    const text = textOf(value);
    // A boolean of JSON is also compared with 1, 0, t and f.
    const of = typeof value === 'boolean' ? others : wanted;
    const found = texts.has(text) ? text : of.size === 0 ? undefined : of.get(truthOf(value));
    if (found === undefined) {
      seen.seeOther(text);
      return false;
    }
    seen.see(found);
    return true;
  };
}

function isTruthWord(value: string | number | boolean): boolean {
  return typeof value === 'boolean' || value === 'true' || value === 'false';
}

/** Whether a value says nothing: null, an empty text, or an empty list. */
export function isEmpty(each: unknown): boolean {
  return (
    each === undefined || each === null || each === '' || (Array.isArray(each) && each.length === 0)
  );
}
