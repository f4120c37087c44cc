import { isObject } from '@chatferry/contract';
import { conceptsOf } from '../words/concepts-of.ts';
import { hasConcept } from '../words/name-fit.ts';

type Row = Readonly<Record<string, unknown>>;

/** Minimum number of entries of an object in a row. Fewer entries may be parts of the row, such as two addresses. */
const LEAST_INSIDE = 3;
const LEAST = 2;

/** Maximum levels of keys around rows: `messages.SERVER.ROOM.MESSAGE`. */
const MOST_LEVELS = 3;

/** Minimum share of similar objects: a tree may contain a few values of another form. */
const MOST = 0.9;

/**
 * The number of levels of keys, if an object has a key for each row. Lists of rows under the last keys count as a level. The rows are
 * better evidence than the keys, because an id may read like a word.
 *
 * @param name the name of the object
 * @param isOutside whether the object is in no row
 */
export function keyedAs(
  object: Row,
  name: string,
  isOutside: boolean,
): { readonly levels: number } | undefined {
  if (holdsPeople(object, name)) return { levels: 1 };
  const levels = levelsOf([object], name, isOutside ? LEAST : LEAST_INSIDE, MOST_LEVELS);
  return levels === undefined ? undefined : { levels };
}

/** Whether the keys of an object in a row are keys of other rows rather than columns. */
export function areRowKeys(object: Row, name: string): boolean {
  return keyedAs(object, name, false) !== undefined;
}

/** The levels of keys in objects at the same place of a tree. @param least minimum number of keys */
function levelsOf(
  objects: readonly Row[],
  name: string,
  least: number,
  most: number,
): number | undefined {
  const keys = objects.flatMap(Object.keys);
  const values = objects.flatMap((each) => Object.values(each)).filter((each) => each !== null);
  const isEnough = keys.length >= least || (keys.length > 0 && keys.every(isIdForm));
  if (values.length === 0) return undefined;
  const lists = values.filter(Array.isArray) as unknown[][];
  if (lists.length === values.length) {
    const isNamed = name !== '' || keys.every((key) => /\d/.test(key));
    const isProved = isNamed && areRows(lists.flat());
    return isProved && isEnough && areIds(keys, name) ? 2 : undefined;
  }
  const inner = values.filter(isObject);
  if (inner.length < values.length * MOST) return undefined;
  const isHolder = holders.some((concept) => hasConcept(name, concept));
  if (areRows(inner, isHolder ? 1 : 2)) return isEnough && areIds(keys, name) ? 1 : undefined;
  if (most === 1) return undefined;
  // Members by group: `{"room1":{"ann":true},"room2":{"bob":true}}`.
  const isOfPeople = inner.every(
    (each) => Object.values(each).every(isWord) && Object.keys(each).every(isUnknown),
  );
  if (isOfPeople) return isEnough && hasVariedKeys(inner) && keys.every(isUnknown) ? 2 : undefined;
  const levels = levelsOf(inner, '', least, most - 1);
  return levels !== undefined && areIds(keys, name) ? levels + 1 : undefined;
}

/** Words in names of objects with a key for each row. */
const holders = ['user', 'group', 'message', 'member'] as const;

/** Whether the keys of objects with similar values are ids. Some ids may read like words. */
function areIds(keys: readonly string[], name: string): boolean {
  const words = keys.filter((key) => !isUnknown(key)).length;
  const isClear = keys.some(isIdForm) || holders.some((concept) => hasConcept(name, concept));
  return words < keys.length / 2 || (isClear && words < keys.length);
}

/** Whether an object contains members of a group: `{"ann":true,"bob":true}`, or with a role or a few details instead of true. */
function holdsPeople(object: Row, name: string): boolean {
  const values = Object.values(object);
  return (
    values.length > 0 &&
    (hasConcept(name, 'member') || hasConcept(name, 'user')) &&
    values.every(isWord) &&
    Object.keys(object).every(isUnknown)
  );
}

/** Whether objects have different keys, unlike columns. */
function hasVariedKeys(objects: readonly Row[]): boolean {
  const all = new Set(objects.flatMap(Object.keys));
  return objects.length > 1 && objects.some((each) => Object.keys(each).length < all.size);
}

/** Whether a value adds at most a word to its key, such as `true` or a role. */
function isWord(value: unknown): boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && /^\p{L}{1,20}$/u.test(value));
}

/** Whether a key is not a word of chat systems. A key with a digit, such as `room1`, is an id. */
function isUnknown(key: string): boolean {
  return /\d/.test(key) || isIdForm(key) || conceptsOf(key).concepts.length === 0;
}

/** Whether a key has a form that names of columns do not have: `-NqToName`, `1042`, `0f8fad5b-d9cb-469f`. */
function isIdForm(key: string): boolean {
  return /^-[\w-]+$|^\d[\w-]*$|^[0-9a-f]{12,}$/i.test(key);
}

/** Whether values are objects with similar columns, some of which are not objects. @param least minimum number of shared columns */
function areRows(values: readonly unknown[], least = 2): boolean {
  if (values.length === 0 || !values.every(isObject)) return false;
  const counts = new Map<string, { rows: number; scalars: number }>();
  for (const value of values)
    for (const [key, inner] of Object.entries(value)) {
      const count = counts.get(key) ?? { rows: 0, scalars: 0 };
      count.rows++;
      if (typeof inner !== 'object' || inner === null) count.scalars++;
      counts.set(key, count);
    }
  const shared = [...counts].filter(
    ([key, { rows }]) => rows > values.length / 2 && !/\d/.test(key) && !isIdForm(key),
  );
  if (shared.length < least || shared.every(([, { scalars }]) => scalars === 0)) return false;
  const alike = values.filter(
    (value) => shared.filter(([key]) => Object.hasOwn(value, key)).length >= shared.length / 2,
  );
  return alike.length >= values.length * MOST;
}
