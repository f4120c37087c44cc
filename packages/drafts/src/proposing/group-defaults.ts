import { counted } from '@chatferry/contract';
import type { TableDraft } from './table-draft.ts';

/** Proposes who may join groups, and how they are called, where no column says so of all of them. */
export function addGroupDefaults(draft: TableDraft): void {
  const choices = ['public', 'private'];
  const empty = emptyIn(draft, 'type');
  const reason =
    empty === undefined
      ? 'nothing shows who may join: public or private'
      : `${without(empty)} no type: nothing shows who may join these`;
  if (empty !== 0)
    draft.propose('constants', 'type', 'private', reason, { valueOf: (given) => given, choices });
  const unnamed = emptyIn(draft, 'name') ?? 0;
  if (draft.guess.table.pattern !== undefined && unnamed > 0)
    draft.propose('constants', 'name', 'Chat', `${without(unnamed)} no name`, {
      valueOf: (given) => given,
    });
}

function without(groups: number): string {
  return `${counted(groups, 'group')} of the sample ${groups === 1 ? 'has' : 'have'}`;
}

/** In how many rows of the sample a field is empty; undefined where no column is read into it. */
function emptyIn({ guess, lines }: TableDraft, field: string): number | undefined {
  const line = lines.columns.find(({ value }) => value === field);
  const column = guess.table.columns.find(({ name }) => name === (line?.key ?? field));
  return column?.facts.empty;
}
