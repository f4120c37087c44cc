import type { Column } from '../columns/column.ts';
import { SURE } from '../matching/match-fields.ts';
import type { TableDraft } from './table-draft.ts';

/** Gives messages without an id one that is made of the columns that tell them apart. */
export function addIds(draft: TableDraft, _used: Set<Column>): void {
  const { kind, guess } = draft;
  if (kind !== 'messages') return;
  const id = guess.matches.find(({ field }) => field === 'muid');
  if (id !== undefined) return;
  const fields = ['sender', 'receiver', 'sentAt', 'text'];
  const clocks = guess.table.columns.filter(
    ({ facts, root }) => facts.time?.parts === 'clock' && root !== undefined,
  );
  const columns = fields.flatMap((field) => {
    const match = guess.matches.find((each) => each.field === field && each.score >= SURE);
    const own = match === undefined ? [] : [match.column];
    return field === 'sentAt' ? [...own, ...clocks.filter((clock) => !own.includes(clock))] : own;
  });
  if (columns.length < 2) return;
  draft.add('convert', 'muid', { hash: columns.map(({ name }) => name) }, 'no column holds an id');
}
