import { isObject, type Row } from '@chatferry/contract';

/** A text that is not empty. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A text that is not empty, cut if it is too long. */
export function shortText(value: unknown, most: number): string | undefined {
  return text(value)?.slice(0, most).toWellFormed();
}

/** A whole number, even if it is written as text. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

export function object(value: unknown): Row {
  return isObject(value) ? value : {};
}

/** The objects of a list. */
export function objects(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The texts of a list. */
export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** A path or an id with the escapes of an address decoded. A text that is not encoded stays as it is. */
export function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The fields that have a value; undefined when there are none. */
export function filled(fields: Row): Row | undefined {
  let found: Row | undefined;
  for (const name in fields) if (fields[name] !== undefined) (found ??= {})[name] = fields[name];
  return found;
}

/** The value of a table for a word of an export, but never an inherited property, such as `constructor`. */
export function entryOf<T>(table: Readonly<Record<string, T>>, word: unknown): T | undefined {
  const key = String(word);
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
