import type { Column } from '../columns/column.ts';
import type { KindMatch } from '../matching/kind-of-table.ts';
import type { Table } from '../tables/table.ts';

/** A table with the kind that it is taken for. */
export interface GuessedTable extends KindMatch {
  readonly table: Table;
  /** Why the kind is not certain; undefined where it is. */
  readonly doubt: string | undefined;
  /** For a table of blocks: the columns of both users, and the column that names who blocks. */
  readonly other?: { readonly ends: readonly [Column, Column]; readonly than: Column };
  /** The paths to the rows of the same form inside of each row: replies. */
  readonly nested?: readonly string[];
  /** Whether messages are sent to users or to groups, where a column shows which rows are for whom. */
  readonly receiverType?: 'user' | 'group';
  /** For a table of messages: the column of a joined table that names the user who receives a row. */
  readonly toColumn?: string;
  /** For a table of messages: the columns of both users of the conversation that a row is in, and the column that names the sender. */
  readonly toOther?: { readonly ends: readonly [string, string]; readonly than: string };
}

/** Where the rows of a table are: the path to them, and the value that they have. */
export function whereIn({
  rows,
  pattern,
  when,
}: Pick<Table, 'rows' | 'pattern' | 'when'>): readonly string[] {
  return [
    ...(rows === undefined || rows === '' ? [] : [pattern ?? rows]),
    ...(when === undefined ? [] : [`${when.field}: ${[when.value].flat().join(', ')}`]),
  ];
}
