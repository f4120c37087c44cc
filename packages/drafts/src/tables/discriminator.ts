import type { Column } from '../columns/column.ts';
import { conceptsOf } from '../words/concepts-of.ts';

const MOST_VALUES = 50;

/** Minimum share of the rows that have a value. */
const MOST = 0.9;

/** Minimum share of common columns for rows to be of the same thing. */
const ALIKE = 0.5;

/**
 * The column whose values separate rows of different things, as in `{"type":"user",…}`: its values name kinds, or rows with another value
 * have other columns.
 *
 * @param columns of all rows
 */
export function discriminatorIn(columns: readonly Column[], rowCount: number): Column | undefined {
  const found = columns.filter((column) => tellsApart(column, columns, rowCount));
  // If several columns do so, such as a type and a key, the column with the fewest values is taken.
  return found.toSorted((one, other) => one.facts.values.size - other.facts.values.size)[0];
}

function tellsApart(column: Column, columns: readonly Column[], rowCount: number): boolean {
  const { facts, isRepeated, root, name, isKey } = column;
  const values = [...facts.values.keys()];
  // The words in a list are not rows of different things.
  if (name === '.' || (isKey === true && !name.endsWith('$key'))) return false; // a key of a document names the document
  if (isRepeated || values.length < 2 || values.length > MOST_VALUES) return false;
  if (facts.filled < rowCount * MOST || facts.time !== undefined || facts.prose > 0) return false;
  if (areKeys(values)) return false;
  const isOfParent = root === undefined;
  if (isOfParent) return areUnlike(column, columns);
  if (conceptsOf(lastKey(name)).concepts.some((concept) => !fits.includes(concept))) return false;
  const things = new Set(values.map(thingOf).filter((thing) => thing !== undefined));
  // A receiver may also have the type user or group, so only other columns separate things then.
  const isNamed =
    things.size > 1 && !(things.size === 2 && things.has('user') && things.has('group'));
  return isNamed || (values.length <= facts.filled / 2 && areUnlike(column, columns));
}

/** Whether values are ids, several of which begin alike, such as `USER#1` and `USER#2`. */
function areKeys(values: readonly string[]): boolean {
  const beginnings = values.map((value) => value.replace(/[#:|/].*|\d+/s, ''));
  return new Set(beginnings).size < values.length;
}

/** Words in the names of columns whose values name the kind of a row. */
const fits: readonly string[] = ['type', 'id', 'name'];

/** The thing that a value such as `chat.message` or `USER` names. */
function thingOf(value: string): string | undefined {
  const { concepts } = conceptsOf(value);
  return ['message', 'friend', 'block', 'banned', 'group', 'user'].find((thing) =>
    concepts.includes(thing as never),
  );
}

/** Whether rows with one value mostly have other columns than rows with another. */
function areUnlike({ cells, facts }: Column, columns: readonly Column[]): boolean {
  const own = columns.filter(({ root }) => root !== undefined);
  const sets = [...facts.values.keys()].map((value) => {
    const rows = cells.flatMap((cell, row) => (cell === value ? [row] : []));
    return own.filter((column) => rows.some((row) => column.cells[row] !== undefined));
  });
  const pairs = sets.flatMap((one, index) =>
    sets.slice(index + 1).map((other) => ({ one, other })),
  );
  const alike = pairs.filter(({ one, other }) => {
    const shared = one.filter((column) => other.includes(column)).length;
    return shared > ALIKE * Math.max(one.length, other.length);
  });
  return alike.length < pairs.length / 2;
}

/** The last key that does not name a type of DynamoDB or MongoDB: `entity` of `Item.entity.S`. */
function lastKey(path: string): string {
  return path.split('.').findLast((key) => !/^(S|N|BOOL|\$\w+|\^)$/.test(key)) ?? path;
}
