import type { Column } from '../columns/column.ts';
import type { Guess } from '../guessing/guess-export.ts';
import { nameAgrees } from '../matching/called-after.ts';
import type { FieldMatch } from '../matching/match-fields.ts';
import { haveSameColumns, type Table } from '../tables/table.ts';
import type { TableDraft } from './table-draft.ts';

/** A table of groups that shares ids with another table, such as groups and channels that are each counted from 1. */
interface SharedGroups {
  readonly table: Table;
  readonly key: Column;
}

/** The fields that name groups. */
const toGroups: Readonly<Record<string, string>> = {
  groups: 'guid',
  members: 'guid',
  messages: 'receiver',
};

/** Tables of groups that share ids. */
function sharedGroupsIn({ placed }: Guess): readonly SharedGroups[] {
  const keys = placed.flatMap(({ kind, table, matches, doubt }) => {
    const key = matches.find(({ field }) => field === 'guid')?.column;
    return kind !== 'groups' || doubt !== undefined || key === undefined || table.isInDump === true
      ? []
      : [{ table, key }];
  });
  return keys.filter((one) => keys.some((other) => other !== one && haveOthers(one, other)));
}

/** Whether two tables have the same id for different groups. Rows with the same id in parts of one table are equal. */
function haveOthers(one: SharedGroups, other: SharedGroups): boolean {
  if (!haveSameColumns(one.table, other.table)) return sharesValues(one.key, other.key);
  const rows = rowsById(other);
  return [...rowsById(one)].some(([id, row]) => rows.has(id) && rows.get(id) !== row);
}

function rowsById({ table, key }: SharedGroups): ReadonlyMap<string, string> {
  return new Map(
    key.cells.flatMap((id, row) =>
      id === undefined
        ? []
        : [[id, JSON.stringify(table.columns.map(({ cells }) => cells[row]))] as const],
    ),
  );
}

/** Why a column that names groups is not certain: nothing shows which of several tables its ids belong to. */
export function doubtOfGroup(
  draft: TableDraft,
  { field, column }: Pick<FieldMatch, 'field' | 'column'>,
  whole: Guess,
): string | undefined {
  if (draft.kind === 'groups' || toGroups[draft.kind] !== field) return undefined;
  const shared = sharedGroupsIn(whole).filter(({ key }) => sharesValues(column, key));
  const called = shared.filter(({ table }) => nameAgrees(column, table.label));
  return shared.length < 2 || called.length === 1
    ? undefined
    : `${shared.map(({ table }) => table.label).join(' and ')} have the same ids for different groups`;
}

/** Makes ids of groups name their table when several tables share ids, and changes references to them in the same way. */
export function addGroupPrefix(draft: TableDraft, whole: Guess): void {
  const { kind, guess, lines } = draft;
  const field = toGroups[kind];
  const column = guess.matches.find((match) => match.field === field)?.column;
  if (field === undefined || column === undefined) return;
  const shared = sharedGroupsIn(whole).filter(({ table, key }) =>
    kind === 'groups'
      ? table === guess.table
      : nameAgrees(column, table.label) && sharesValues(column, key),
  );
  const [own] = shared;
  if (own === undefined || shared.length > 1) return;
  if (lines.convert.some(({ key }) => key === field)) return;
  const line = lines.columns.find(({ value }) => [value].flat().includes(field));
  const note = 'several tables have groups with the same ids';
  draft.add('convert', field, { prefix: `${own.table.label}-` }, note, line?.proposal);
}

function sharesValues(column: Column, key: Column): boolean {
  return [...column.facts.values.keys()].some((id) => key.facts.values.has(id));
}
