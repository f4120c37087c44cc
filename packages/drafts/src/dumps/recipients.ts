import type { InspectedDatabase } from '@chatferry/job/planning';
import type { FoundTable } from '../tables/table.ts';
import { placeOf } from './found-tables.ts';
import { identifier } from './identifier.ts';
import { keyOf, type Relation } from './relations.ts';

/** A table with a row for each user who receives a message. */
export interface Recipients {
  readonly table: string;
  /** The table of the messages, and the column of its key. */
  readonly messages: string;
  readonly key: string;
  /** The columns that name the message and the user. */
  readonly message: string;
  readonly user: string;
  /** The place of the key of the users. */
  readonly users: string;
  /** Whether a message has several recipients. */
  readonly areSeveral: boolean;
}

const named = /recipient|receiver|inbox|deliver|(?:^|_)to$/i;

/**
 * Finds tables of recipients. Readers, likes and mentions have the same form, so the name of the table or of its column must show that it contains
 * recipients.
 */
export function recipientsIn(
  dump: InspectedDatabase,
  relations: readonly Relation[],
): readonly Recipients[] {
  return dump.tables.flatMap((table): Recipients[] => {
    const own = relations.filter(({ from }) => from.table === table.name);
    for (const message of own)
      for (const user of own) {
        const { table: messages, column: key } = message.to;
        const users = placeOf(user.to.table, user.to.column);
        const isSent = relations.some(
          ({ from, to }) => from.table === messages && placeOf(to.table, to.column) === users,
        );
        const isNamed = named.test(table.name) || named.test(user.from.column);
        const isKey = keyOf(dump.tables.find(({ name }) => name === messages))?.column === key;
        if (messages === user.to.table || !isSent || !isNamed || !isKey) continue;
        const column = identifier(message.from.column);
        const several = dump.countRows(
          `FROM (SELECT 1 FROM ${identifier(table.name)} WHERE ${column} <> '' GROUP BY ${column} HAVING count(*) > 1)`,
        );
        return [
          {
            table: table.name,
            messages,
            key,
            message: message.from.column,
            user: user.from.column,
            users,
            areSeveral: several > 0,
          },
        ];
      }
    return [];
  });
}

/** The tables to guess: tables of recipients are joined to the messages instead. */
export function withoutRecipients(
  tables: readonly FoundTable[],
  recipients: readonly Recipients[],
): readonly FoundTable[] {
  const left = new Set(recipients.map(({ table }) => table));
  return tables.filter(({ label }) => !left.has(label));
}
