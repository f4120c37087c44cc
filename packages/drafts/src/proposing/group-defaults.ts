import { counted } from '@chatferry/contract';
import type { TableDraft } from './table-draft.ts';

/** Proposes a type and a name for groups, when no column has one for all groups. */
export function addGroupDefaults(draft: TableDraft): void {
  const choices = ['public', 'private'];
  const empty = emptyIn(draft, 'type');
  const reason =
    empty === undefined
      ? 'nothing shows who may join: public or private'
      : `${without(empty)} no type: nothing shows who may join these`;
  if (empty !== 0)
    draft.propose('constants', 'type', 'private', reason, { valueOf: (given) => given, choices });
  const nameOfPairs = nameOfPairsIn(draft);
  if (nameOfPairs !== undefined)
    draft.add('constants', 'name', nameOfPairs, 'what conversations of two are called: no name');
  const unnamed = nameOfPairs === undefined ? (emptyIn(draft, 'name') ?? 0) : 0;
  if (draft.guess.table.pattern !== undefined && unnamed > 0)
    draft.propose('constants', 'name', 'Chat', `${without(unnamed)} no name`, {
      valueOf: (given) => given,
    });
}

/** Columns that show whether a row is a group, with the values that mean conversations of two. */
const flags: readonly { readonly label: RegExp; readonly pair: RegExp }[] = [
  { label: /^is_?group(_?(chat|room|conversation))?$/i, pair: /^(false|0)$/ },
  { label: /^is_?(direct|dm)(_?(chat|room|conversation))?$/i, pair: /^(true|1)$/ },
];

/** The name that all conversations of two users have, and no group has; undefined when there is none. */
function nameOfPairsIn({ guess, lines }: TableDraft): string | undefined {
  const { columns } = guess.table;
  const named = lines.columns.find(({ value }) => value === 'name')?.key ?? 'name';
  const names = columns.find(({ name }) => name === named)?.cells;
  for (const { label, pair } of flags) {
    const marks = columns.find((column) => label.test(column.label))?.cells;
    if (names === undefined || marks === undefined) continue;
    const isPair = (row: number): boolean => pair.test(marks[row] ?? '');
    const [name, ...more] = new Set(names.filter((_, row) => isPair(row)));
    const isOfGroups = names.some((each, row) => each === name && !isPair(row));
    if (name !== undefined && more.length === 0 && !isOfGroups) return name;
  }
  return undefined;
}

function without(groups: number): string {
  return `${counted(groups, 'group')} of the sample ${groups === 1 ? 'has' : 'have'}`;
}

/** The number of rows in the sample in which a field is empty; undefined when no column fills the field. */
function emptyIn({ guess, lines }: TableDraft, field: string): number | undefined {
  const line = lines.columns.find(({ value }) => value === field);
  const column = guess.table.columns.find(({ name }) => name === (line?.key ?? field));
  return column?.facts.empty;
}
