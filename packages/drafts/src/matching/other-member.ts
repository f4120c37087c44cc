import type { Column } from '../columns/column.ts';
import { hasConcept } from '../words/name-fit.ts';

/** The members of a conversation of two, one of whom is the sender of a message. */
export interface MembersOfTwo {
  /** A path to both ids: to a list, or to a text that contains both. */
  readonly path: string;
  readonly column: Column;
  /** The separator of the two ids in a text; undefined for a list. */
  readonly between: string | undefined;
}

/** Minimum number of rows that must agree. In a single row, a room may be named after its only writer. */
const LEAST_ROWS = 2;

const separators = ['_', '-', ':', '|', '.', ',', ''];

/** Finds the column that names both members of conversations of two; undefined when any row does not name exactly two. */
export function membersOfTwo(
  columns: readonly Column[],
  sender: Column,
  users: ReadonlySet<string>,
): MembersOfTwo | undefined {
  const known = new Set([...users, ...sender.facts.values.keys()]);
  for (const column of columns) {
    if (column === sender) continue;
    const between = column.isRepeated ? undefined : betweenIn(column, sender, known);
    if (between !== undefined) return { path: column.name, column, between };
    if (column.isRepeated && areTwo(column, sender))
      return { path: eachOf(column.name), column, between: undefined };
  }
  return undefined;
}

/** The separator in texts that consist of the sender and one other user. */
function betweenIn(
  { cells }: Column,
  { cells: senders }: Column,
  known: ReadonlySet<string>,
): string | undefined {
  const pairs = cells.flatMap((cell, row) =>
    cell === undefined || senders[row] === undefined ? [] : [[cell, senders[row]] as const],
  );
  if (pairs.length < LEAST_ROWS || pairs.length < cells.length) return undefined;
  return separators.find((between) =>
    pairs.every(([cell, id]) => {
      const others = [
        ...(cell.startsWith(id + between) ? [cell.slice(id.length + between.length)] : []),
        ...(cell.endsWith(between + id) ? [cell.slice(0, -(between + id).length)] : []),
      ];
      return others.some((other) => other !== id && known.has(other));
    }),
  );
}

/** Whether a list has two users in each row, and the senders are among them. */
function areTwo({ facts, cells, label }: Column, sender: Column): boolean {
  const rows = cells.filter((cell) => cell !== undefined).length;
  const isOfPeople = (['member', 'user', 'receiver'] as const).some((word) =>
    hasConcept(label, word),
  );
  const found = [...sender.facts.values.keys()].every((id) => facts.values.has(id));
  return isOfPeople && rows >= LEAST_ROWS && facts.filled === rows * 2 && found;
}

/** Converts `people[0].id` to the path of all elements, `people[*].id`. A list of texts is its own path. */
function eachOf(name: string): string {
  return name.replace('[0]', '[*]');
}
