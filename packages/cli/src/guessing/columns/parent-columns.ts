import { conceptsOf } from '../matching/concepts-of.ts';
import { hasConcept } from '../matching/name-fit.ts';
import type { Column } from './column.ts';
import { columnsOfRows } from './columns-of.ts';

/**
 * The values of the object that a list is in, as its elements see them: `^.id`. They are called after the parent: the
 * `id` of an element of `rooms` is the id of a room.
 *
 * @param parentKey the key of the list that the parent is in; undefined for rows that have no parent
 */
export function parentColumns(
  parents: readonly (Readonly<Record<string, unknown>> | undefined)[],
  parentKey: string | undefined,
  rows: string,
): Column[] {
  if (parentKey === undefined) return [];
  const key = rows.slice(rows.lastIndexOf('.') + 1).replaceAll('[*]', '');
  // What holds messages or members is a group, whatever it is called.
  const isGroup = conceptsOf(parentKey).concepts.length === 0 && holdsRows(key);
  const holder = isGroup ? 'group' : hasConcept(key, 'reaction') ? 'message' : parentKey;
  return columnsOfRows(parents.map((parent) => parent ?? {}))
    .filter(({ name, isRepeated }) => !isRepeated && !name.startsWith(key))
    .map((column) => ({
      ...column,
      name: `^.${column.name}`,
      label: `${holder} ${column.label}`,
      root: undefined,
    }));
}

/** Whether a list of this name holds the rows of a group. */
export function holdsRows(key: string): boolean {
  return hasConcept(key, 'message') || hasConcept(key, 'member');
}
