import { isObject } from '@chatferry/contract';
import { conceptsOf } from '../matching/concepts-of.ts';
import { hasConcept } from '../matching/name-fit.ts';

type Row = Readonly<Record<string, unknown>>;

/** Objects in a row with fewer entries may be parts of the row, such as two addresses. */
const LEAST_INSIDE = 3;
const LEAST = 2;

/** Levels of keys around rows: `messages.ROOM.MESSAGE`. */
const MOST_LEVELS = 2;

/**
 * Whether an object has a key for each row, and how many levels of such keys there are; with lists of rows under the
 * last keys, these count as a level.
 *
 * @param name of the object
 * @param isOutside whether it is in no row
 */
export function keyedAs(
  object: Row,
  name: string,
  isOutside: boolean,
): { readonly levels: number } | undefined {
  if (holdsPeople(object, name)) return { levels: 1 };
  const least = isOutside ? LEAST : LEAST_INSIDE;
  let level = [object];
  for (let levels = 1; levels <= MOST_LEVELS; levels++) {
    const keys = level.flatMap(Object.keys);
    const values = level.flatMap((each) => Object.values(each));
    if (keys.length < least || !keys.every(isUnknown)) return undefined;
    const lists = values.filter(Array.isArray) as unknown[][];
    if (lists.length === values.length)
      return name !== '' && areRows(lists.flat()) ? { levels: levels + 1 } : undefined;
    if (!values.every(isObject)) return undefined;
    if (areRows(values)) return { levels };
    if (levels > 1 && values.every((each) => Object.values(each).every(isWord))) return undefined;
    const isOfPeople = values.every(
      (each) => Object.values(each).every(isWord) && Object.keys(each).every(isUnknown),
    );
    if (isOfPeople && hasVariedKeys(values)) return { levels: 2 };
    level = values;
  }
  return undefined;
}

/** Whether the keys of an object in a row are those of other rows, and no columns. */
export function areRowKeys(object: Row, name: string): boolean {
  return keyedAs(object, name, false) !== undefined;
}

/** Members of a group: `{"ann":true,"bob":true}`, or with a role in place of true. */
function holdsPeople(object: Row, name: string): boolean {
  const values = Object.values(object);
  return (
    values.length > 0 &&
    (hasConcept(name, 'member') || hasConcept(name, 'user')) &&
    values.every(isWord) &&
    Object.keys(object).every(isUnknown)
  );
}

/** Whether objects have other keys than each other, which columns would not. */
function hasVariedKeys(objects: readonly Row[]): boolean {
  const all = new Set(objects.flatMap(Object.keys));
  return objects.length > 1 && objects.some((each) => Object.keys(each).length < all.size);
}

/** What a key stands for where it says everything. */
function isWord(value: unknown): boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && /^\p{L}{1,20}$/u.test(value));
}

/** Whether a key is no word for something in a chat system; one with a digit, such as `room1`, is an id. */
function isUnknown(key: string): boolean {
  return /\d/.test(key) || conceptsOf(key).concepts.length === 0;
}

/** Whether values are objects with about the same keys. */
function areRows(values: readonly unknown[]): boolean {
  if (values.length === 0 || !values.every(isObject)) return false;
  const [first, ...others] = values.map((each) => Object.keys(each));
  if (first!.length < 2) return false;
  return others.every(
    (keys) => keys.filter((key) => first!.includes(key)).length >= first!.length / 2,
  );
}
