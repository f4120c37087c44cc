import type { KindMatch } from '../matching/kind-of-table.ts';
import { areMeantBy, keyFor, mayReferTo } from '../matching/called-after.ts';
import type { Table } from '../tables/table.ts';

/** The fields that say which conversation rows are of. */
const ofConversations: readonly string[] = ['messages.receiver', 'members.guid'];

/**
 * Tables of conversations that have little more than an id, so that only what refers to them shows what they are: each with the reason
 * to take them for groups.
 *
 * @param placed tables of a kind, whose columns may refer to them
 */
export function conversationsIn(
  tables: readonly Table[],
  placed: readonly (KindMatch & { readonly table: Table })[],
): ReadonlyMap<Table, string> {
  const found = new Map<Table, string>();
  for (const { kind, matches, table: own } of placed)
    for (const { field, column } of matches)
      if (ofConversations.includes(`${kind}.${field}`))
        for (const table of tables) {
          const key =
            table !== own && mayReferTo(column, table) ? keyFor(column, table) : undefined;
          if (key !== undefined && areMeantBy(column, table, key))
            found.set(
              table,
              `it may hold groups, because ${column.name} of ${own.label} refers to its ${key.name}`,
            );
        }
  return found;
}
