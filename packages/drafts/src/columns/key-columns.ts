import type { JsonList } from '../sampling/json-list.ts';
import type { Column } from './column.ts';
import { columnsOfRows } from './columns-of.ts';

/** The name of the key that contains the row itself. */
export const OWN_KEY = '$key';

/**
 * The keys that contain rows: `$key`, and `^.$key` for the next outer key; in a tree of documents the names of a pattern. Each is
 * labelled after the object whose key it is. An outer key whose object has the same name as the rows gets no label:
 * `messages.ROOM.MESSAGE` does not show what ROOM is.
 */
export function keyColumns({ keys, key, path, inTree }: JsonList): Column[] {
  return keys.flatMap(({ of, values }, index) => {
    const name = inTree?.names[index] ?? `${'^.'.repeat(index)}${OWN_KEY}`;
    const isOwn = index === 0 && path.endsWith('*');
    return columnsOfRows(values.map((value) => ({ [name]: value }))).map((column) => ({
      ...column,
      name,
      label: of === key && !isOwn ? '' : `${of} id`,
      root: isOwn ? OWN_KEY : undefined,
      isKey: true,
    }));
  });
}
