import type { KindMatch } from '../matching/kind-of-table.ts';
import { areMeantBy, keyFor, mayReferTo } from '../matching/called-after.ts';
import type { Table } from '../tables/table.ts';

/** The fields that name the conversation of a row. */
const ofConversations: readonly string[] = ['messages.receiver', 'members.guid'];

/**
 * Tables of conversations with little more than an id, which only references to them identify: each with the reason to read it as groups.
 *
 * @param placed tables with a kind, whose columns may refer to these tables
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
