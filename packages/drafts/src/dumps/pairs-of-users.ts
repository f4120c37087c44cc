import type { ColumnOfDump, InspectedDatabase } from '@chatferry/job/planning';
import type { Column } from '../columns/column.ts';
import type { FoundTable } from '../tables/table.ts';
import { placeOf } from './found-tables.ts';
import { identifier } from './identifier.ts';
import { keyOf, type Relation } from './relations.ts';

/** Conversations of two users: a table with a row for each conversation and two columns that name the users. */
export interface PairsOfUsers {
  readonly table: string;
  readonly key: string;
  /** The columns of the two users. */
  readonly ends: readonly [string, string];
  /** The place of the key of the users. */
  readonly users: string;
  /** The tables whose rows belong to such conversations, with the column that names the conversation. */
  readonly messages: ReadonlyMap<string, string>;
}

/** Messages that are in conversations of two. */
export interface InPair extends PairsOfUsers {
  /** The column of the messages that names the conversation. */
  readonly conversation: string;
}

/** Names of columns with users who are not a side of a conversation. */
const others = /creat|owner|updat|delet|last|block|admin|start|initiat/i;

/**
 * Finds tables whose rows are conversations of two users, with the tables of messages in them. Every row must have two users, and one of
 * them must have sent every message of the conversation.
 */
export function pairsOfUsers(
  dump: InspectedDatabase,
  relations: readonly Relation[],
): readonly PairsOfUsers[] {
  return dump.tables.flatMap((table): PairsOfUsers[] => {
    const key = keyOf(table);
    if (key === undefined || table.rows === 0) return [];
    const own = relations.filter(
      ({ from }) => from.table === table.name && !others.test(from.column),
    );
    const byTarget = Map.groupBy(own, ({ to }) => placeOf(to.table, to.column));
    const [users, ends] = [...byTarget].find(([, found]) => found.length === 2) ?? [];
    if (users === undefined || ends === undefined) return [];
    const [one, other] = ends.map(({ from }) => from.column) as [string, string];
    const isWhole = dump.countRows(
      `FROM ${identifier(table.name)} WHERE ${identifier(one)} <> '' AND ${identifier(other)} <> ''`,
    );
    if (isWhole !== table.rows) return [];
    const into = relations.filter(
      ({ from, to }) =>
        to.table === table.name && to.column === key.column && from.table !== table.name,
    );
    const pair = { table: table.name, key: key.column, ends: [one, other] as const, users };
    const messages = into.filter(({ from }) =>
      relations.some(
        (each) =>
          each.from.table === from.table &&
          placeOf(each.to.table, each.to.column) === users &&
          strangersIn(dump, pair, from, each.from.column) === 0,
      ),
    );
    if (messages.length === 0) return [];
    return [{ ...pair, messages: new Map(messages.map(({ from }) => [from.table, from.column])) }];
  });
}

/** The number of rows in a conversation whose user column names neither of the two users. */
function strangersIn(
  dump: InspectedDatabase,
  { table, key, ends }: Pick<PairsOfUsers, 'table' | 'key' | 'ends'>,
  conversation: ColumnOfDump,
  user: string,
): number {
  const [one, other] = ends.map((end) => `c.${identifier(end)}`);
  const [from, room] = [`m.${identifier(user)}`, `m.${identifier(conversation.column)}`];
  return dump.countRows(
    `FROM ${identifier(conversation.table)} m LEFT JOIN ${identifier(table)} c ON c.${identifier(key)} = ${room}
     WHERE ${room} <> '' AND ${from} <> '' AND (${one!} IS NULL OR ${from} NOT IN (${one!}, ${other!}))`,
  );
}

/** The pairs to which a table of messages belongs; undefined when any sender is not a side of the conversation. */
export function pairOf(
  dump: InspectedDatabase,
  pairs: readonly PairsOfUsers[],
  table: string,
  sender: Column,
): InPair | undefined {
  for (const pair of pairs) {
    const conversation = pair.messages.get(table);
    if (conversation === undefined || sender.refersTo !== pair.users) continue;
    if (strangersIn(dump, pair, { table, column: conversation }, sender.name) === 0)
      return { ...pair, conversation };
  }
  return undefined;
}

/** The tables to guess: conversations of two are not tables of groups. */
export function withoutPairs(
  tables: readonly FoundTable[],
  pairs: readonly PairsOfUsers[],
): readonly FoundTable[] {
  const left = new Set(pairs.map(({ table }) => table));
  return tables.filter(({ label }) => !left.has(label));
}
