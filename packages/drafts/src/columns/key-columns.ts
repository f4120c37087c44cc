import type { JsonList } from '../sampling/json-list.ts';
import type { Column } from './column.ts';
import { columnsOfRows } from './columns-of.ts';

/** The name of the key under which a row itself is. */
export const OWN_KEY = '$key';

/**
 * The keys under which rows are: `$key`, and `^.$key` for the next outer one; in a tree of documents the names of a pattern. Each is called after the object that it is in,
 * but for a key around what is called like the rows: `messages.ROOM.MESSAGE` does not say what ROOM is.
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
