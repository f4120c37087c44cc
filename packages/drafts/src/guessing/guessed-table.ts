import type { Column } from '../columns/column.ts';
import type { KindMatch } from '../matching/kind-of-table.ts';
import type { Table } from '../tables/table.ts';

/** A table with its guessed kind. */
export interface GuessedTable extends KindMatch {
  readonly table: Table;
  /** Why the kind is not certain; undefined for a certain kind. */
  readonly doubt: string | undefined;
  /** For a table of blocks: the columns of both users, and the column that names who blocks. */
  readonly other?: { readonly ends: readonly [Column, Column]; readonly than: Column };
  /** The paths to rows of the same form inside of each row, such as replies. */
  readonly nested?: readonly string[];
  /** Whether messages are sent to users or to groups, when a column separates the two. */
  readonly receiverType?: 'user' | 'group';
  /** For a table of messages: the column of a joined table that names the receiver of a row. */
  readonly toColumn?: string;
  /** For a table of messages: the columns of both users of a row's conversation, and the column that names the sender. */
  readonly toOther?: { readonly ends: readonly [string, string]; readonly than: string };
}

/** The place of the rows of a table: the path to the rows, and the value that selects them. */
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
