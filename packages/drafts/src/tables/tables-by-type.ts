import type { Column } from '../columns/column.ts';
import { discriminatorIn } from './discriminator.ts';
import type { FoundTable } from './table.ts';

/**
 * The tables in rows: one, or one for each value of a column that names the type of a row.
 *
 * @param columnsOf the columns of some of the rows, by their indexes
 */
export function tablesByType(
  table: FoundTable,
  columnsOf: (rows: readonly number[]) => readonly Column[],
): FoundTable[] {
  const column = discriminatorIn(table.columns, table.rowCount);
  if (column === undefined) return [table];
  // The values around a list of rows of one thing, such as a table of a database, describe the list.
  const isOfParent = column.root === undefined;
  const byValue = Map.groupBy(
    Array.from({ length: table.rowCount }, (_, row) => row),
    (row) => column.cells[row],
  );
  return Array.from(byValue).flatMap(([value, rows]) =>
    value === undefined
      ? []
      : [
          {
            ...table,
            // Django prefixes the name of an application: `auth.user`.
            label: value.slice(value.lastIndexOf('.') + 1),
            when: { field: column.name, value },
            columns: columnsOf(rows).filter(
              ({ name, root }) => name !== column.name && (!isOfParent || root !== undefined),
            ),
            rowCount: rows.length,
          },
        ],
  );
}
