import { shownJson, shownValue } from './problem.ts';

interface TypeWords {
  readonly name: string;
  /** How to write a value of the type. */
  readonly fix: string;
}

/** The JSON types by the names that the schemas use. */
const types: Readonly<Record<string, TypeWords>> = {
  string: { name: 'a text', fix: 'Write it as a text, in double quotes.' },
  number: { name: 'a number', fix: 'Write it as a number, without quotes.' },
  int: { name: 'a number', fix: 'Write it as a whole number, without quotes.' },
  boolean: { name: 'true or false', fix: 'Write true or false, without quotes.' },
  array: { name: 'a list', fix: 'Write it as a list, such as ["a", "b"].' },
  object: { name: 'an object', fix: 'Write it as an object, such as {"key": "value"}.' },
};

const NUMBER = types['number']!;

/** A number that JSON can hold and JavaScript cannot. */
const TOO_LARGE: TypeWords = { name: 'a number that is too large', fix: '' };

/** By the first character of a value as JSON; any other character begins a number. */
const beginnings: Readonly<Record<string, TypeWords>> = {
  '"': types['string']!,
  '[': types['array']!,
  '{': types['object']!,
  t: types['boolean']!,
  f: types['boolean']!,
  n: { name: 'null', fix: '' },
};

/**
 * The fix for a value of the wrong type. The text contains no value, because it is printed where values must not appear.
 * @param expected the type as the schema names it
 */
export function typeFix(expected: string): string {
  return (types[expected] ?? types['object']!).fix;
}

/** Names the value with its type, and the type that is needed. @param isSecret whether the value must not be shown */
export function typeDetail(expected: string, value: unknown, isSecret: boolean): string {
  // A number that is too long for JavaScript is an object here, which only JSON shows as a number.
  const isTooLarge = value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
  const json = shownJson(value)!;
  const found = isTooLarge ? TOO_LARGE : (beginnings[json[0]!] ?? NUMBER);
  const needed = types[expected] ?? types['object']!;
  const named = isSecret ? 'the value' : shownValue(json);
  return `${named} is ${found.name}, and ${needed.name} is needed`;
}
