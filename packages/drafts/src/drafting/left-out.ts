import { count, counted } from '@chatferry/contract';
import type { GuessedTable } from '../guessing/guessed-table.ts';
import type { TableDraft } from '../proposing/table-draft.ts';
import { holdsRowsOf, isInside, type Table } from '../tables/table.ts';

/** Maximum number of places of a file that are shown. */
const SHOWN = 12;

/** A column or a list that a draft ignores because nothing shows its meaning. */
export interface LeftOut {
  readonly place: string;
  readonly count: string;
}

/**
 * The content of a file's tables that their drafts ignore, with counts from the sample.
 *
 * @param placed the tables of the file with a kind @param left the other tables
 */
export function leftOutOf(
  drafts: readonly TableDraft[],
  placed: readonly GuessedTable[],
  left: readonly Table[],
): LeftOut[] {
  return drafts.flatMap((draft) => {
    const { table } = draft.guess;
    const inside = left.filter((inner) => holdsRowsOf(table, inner));
    return draft.ignored.flatMap(({ name, isDecided }) => {
      const at = placeIn(table, name);
      const isIn = ({ rows = '' }: Table): boolean => rows === at || isInside(rows, at);
      const isOfMembers = draft.participants.some(({ root }) => root === name);
      if (isDecided || isOfMembers || placed.some((each) => isIn(each.table))) return [];
      const lists = inside.filter(isIn);
      const outermost = lists.filter((each) => !lists.some((outer) => holdsRowsOf(outer, each)));
      if (outermost.length > 0)
        return outermost.map(({ rows, rowCount }) => ({
          place: rows!,
          count: counted(rowCount, 'row'),
        }));
      const filled = table.columns.map(({ root, facts }) => (root === name ? facts.filled : 0));
      const rows = Math.min(Math.max(0, ...filled), table.rowCount);
      return rows === 0
        ? []
        : [{ place: name, count: `${count(rows)} of ${counted(table.rowCount, 'row')}` }];
    });
  });
}

function placeIn({ rows }: Table, name: string): string {
  if (rows === undefined) return name;
  return `${rows === '' ? '[*]' : rows}.${name}`;
}

/** Lists the places that the draft of a file ignores. */
export function leftOutLine(file: string, left: readonly LeftOut[], isWhole: boolean): string {
  const shown = left.slice(0, SHOWN).map((each) => `${each.place} (${each.count})`);
  const more = left.length - shown.length;
  const where = isWhole ? '' : ', counted in some of its rows';
  return `Ignored by the draft of ${file}${where}: ${shown.join(', ')}${more === 0 ? '' : ` and ${count(more)} more`}.`;
}
