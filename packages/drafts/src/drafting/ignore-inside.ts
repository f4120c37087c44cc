import type { GuessedTable } from '../guessing/guessed-table.ts';
import type { TableDraft } from '../proposing/table-draft.ts';
import { holdsRowsOf, isInside, type Table } from '../tables/table.ts';

/**
 * Ignores lists of records without a kind that are inside of rows, if the draft reads other parts of the column that contains them. Lists in
 * other columns are ignored together with the column.
 *
 * @param placed the tables of the file with a kind @param left the other tables
 */
export function ignoreInside(
  drafts: readonly TableDraft[],
  placed: readonly GuessedTable[],
  left: readonly Table[],
): void {
  const records = left.filter(({ columns }) => !columns.some(({ name }) => name === '.'));
  const outermost = records.filter((table) => !records.some((outer) => holdsRowsOf(outer, table)));
  for (const table of outermost) {
    const around = innermost(drafts, table);
    // A table in the form of the service needs no mapping: its lists are read unchanged.
    if (around === undefined || around.isOwn) continue;
    if (placed.some((each) => each.table.rows === table.rows)) continue;
    const name = pathInside(around.guess.table, table);
    const isIgnored = around.ignored.some(
      (each) => name === each.name || isInside(name, each.name),
    );
    if (!isIgnored) around.ignored.push({ name, note: '', isDecided: false });
  }
}

/** The draft of the innermost rows that contain a list. */
function innermost(drafts: readonly TableDraft[], table: Table): TableDraft | undefined {
  const around = drafts.filter(({ guess }) => holdsRowsOf(guess.table, table));
  return around.toSorted(
    (one, other) => (other.guess.table.rows ?? '').length - (one.guess.table.rows ?? '').length,
  )[0];
}

/** The path from a row to the records inside of it. */
function pathInside({ rows }: Table, inner: Table): string {
  return rows === undefined ? inner.rows! : inner.rows!.slice((rows || '[*]').length + 1);
}
