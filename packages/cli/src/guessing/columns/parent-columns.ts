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
  return columnsOfRows(parents.map((parent) => parent ?? {}))
    .filter(({ name, isRepeated }) => !isRepeated && !name.startsWith(key))
    .map((column) => ({
      ...column,
      name: `^.${column.name}`,
      label: `${parentKey} ${column.label}`,
      root: undefined,
    }));
}
