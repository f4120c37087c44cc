import { type InputKind, kinds } from '@chatferry/contract';
import type { DatabaseKind } from './database-options.ts';

/** The fields that together are the id of a record, for kinds whose id is made of others. */
const idFields: Partial<Record<InputKind, readonly string[]>> = {
  members: ['guid', 'uid'],
  reactions: ['muid', 'uid', 'reaction'],
  friends: ['uid', 'friend'],
  blocks: ['uid', 'blocked'],
};

/**
 * The columns that tell the rows of a query apart: those that are declared, or those that the ids are read from.
 *
 * @returns undefined where neither are columns of the query
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
