import type { Column } from '../columns/column.ts';
import type { GuessedTable } from '../guessing/guessed-table.ts';
import { hasConcept } from '../words/name-fit.ts';
import type { References } from '../matching/references.ts';

/**
 * Returns a table of messages with a user in one column or a group in another twice: once for each receiver. Any other table is returned
 * unchanged.
 *
 * The column of users decides, so that a row with both, which the sample does not contain, is not shown to a group.
 */
export function byReceiver(guess: GuessedTable, references: References): readonly GuessedTable[] {
  const { kind, table, matches } = guess;
  const first = matches.find(({ field }) => field === 'receiver')?.column;
  const isDecided =
    table.when !== undefined || matches.some(({ field }) => field === 'receiverType');
  if (kind !== 'messages' || first === undefined || isDecided) return [guess];
  const own = kindOf(first, references);
  const second = table.columns.find((column) => {
    const other = column.root === undefined ? undefined : kindOf(column, references);
    return other !== undefined && other !== own && completes(column, first);
  });
  if (own === undefined || second === undefined) return [guess];
  const [user, group] = own === 'users' ? [first, second] : [second, first];
  const to = (receiver: Column): GuessedTable['matches'] =>
    matches.map((match) => (match.field === 'receiver' ? { ...match, column: receiver } : match));
  const withoutUser = table.columns.filter((column) => column !== user);
  return [
    {
      ...guess,
      table: {
        ...table,
        name: `${table.name}.to-users`,
        when: { field: user.name, value: 'filled' },
      },
      matches: to(user),
      receiverType: 'user',
    },
    {
      ...guess,
      table: {
        ...table,
        name: `${table.name}.to-groups`,
        columns: withoutUser,
        when: { field: user.name, value: 'empty' },
      },
      matches: to(group),
      receiverType: 'group',
    },
  ];
}

/** The kind whose ids a column contains. When a number is an id of both kinds, the name of the column decides. */
function kindOf(column: Column, references: References): 'users' | 'groups' | undefined {
  const [only, ...more] = references.kindsOf(column);
  if (more.length === 0) return only;
  const isGroup = hasConcept(column.label, 'group');
  const isUser = hasConcept(column.label, 'receiver') || hasConcept(column.label, 'user');
  if (isGroup === isUser) return undefined;
  return isGroup ? 'groups' : 'users';
}

/** Whether each row has exactly one of two columns. */
function completes({ cells }: Column, { cells: others }: Column): boolean {
  const rows = Array.from({ length: Math.max(cells.length, others.length) }, (_, row) => row);
  return rows.every((row) => (cells[row] === undefined) !== (others[row] === undefined));
}
