import { type InputKind, kinds } from '@chatferry/contract';
import type { DatabaseKind } from './database-options.ts';

/** The fields that together are the id of a record, for kinds whose id is made of other ids. */
const idFields: Partial<Record<InputKind, readonly string[]>> = {
  members: ['guid', 'uid'],
  reactions: ['muid', 'uid', 'reaction'],
  friends: ['uid', 'friend'],
  blocks: ['uid', 'blocked'],
};

/**
 * The columns that distinguish the rows of a query: the declared columns, or else the columns that the ids are read from.
 *
 * @returns undefined when these are not columns of the query
 */
export function keyOf(
  kind: InputKind,
  { key, columns = {} }: Pick<DatabaseKind, 'key' | 'columns'>,
  names: readonly string[],
): readonly string[] | undefined {
  const declared = typeof key === 'string' ? [key] : key;
  const sources = (idFields[kind] ?? [kinds[kind].key]).map(
    (field) =>
      Object.keys(columns).find((column) => [columns[column]!].flat().includes(field)) ?? field,
  );
  const wanted = declared ?? sources;
  return wanted.every((name) => names.includes(name)) ? wanted : undefined;
}
