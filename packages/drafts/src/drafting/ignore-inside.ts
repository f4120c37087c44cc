import type { GuessedTable } from '../guessing/guessed-table.ts';
import type { TableDraft } from '../proposing/table-draft.ts';
import { holdsRowsOf, isInside, type Table } from '../tables/table.ts';

/**
 * Ignores lists of records that are inside of rows and of no kind, where the draft reads other parts of the column that they are in. Lists in
 * other columns are ignored with these.
 *
 * @param placed the tables of the file that are of a kind @param left the other ones
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
    // A table in the form of the service needs no mapping: its lists are read as they are.
    if (around === undefined || around.isOwn) continue;
    if (placed.some((each) => each.table.rows === table.rows)) continue;
    const name = pathInside(around.guess.table, table);
    const isIgnored = around.ignored.some(
      (each) => name === each.name || isInside(name, each.name),
    );
    if (!isIgnored) around.ignored.push({ name, note: '', isDecided: false });
  }
}

/** The draft of the rows that a list is in. */
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
