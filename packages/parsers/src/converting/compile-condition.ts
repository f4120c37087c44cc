import { type Condition, isEmpty, truthOf } from '../mapping/condition.ts';
import type { SeenValues } from '../mapping/seen-values.ts';
import { textOf } from '../mapping/source-row.ts';

/** Whether a value meets a condition, and the fault of a value that does not, as the end of a sentence. */
export interface CompiledCondition {
  readonly meets: (value: unknown) => boolean;
  readonly otherwise: string;
}

/** @param seen notes which of the condition's values rows have, see `valuesNamed` */
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
  // A list has the values of its elements.
  const meets = (each: unknown): boolean =>
    isEmpty(each)
      ? takesEmpty
      : Array.isArray(each)
        ? each.filter(isListed).length > 0
        : isListed(each);
  const words = listed.map((each) => (each === null ? 'empty' : String(each)));
  if (isExcluding) return { meets: (each) => !meets(each), otherwise: `is ${words.join(' or ')}` };
  return {
    meets,
    otherwise: words.length === 1 ? `is not ${words[0]}` : `is none of ${words.join(', ')}`,
  };
}

/** Whether a value is one of the listed values: true and false in any spelling, other values as they are written. */
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
