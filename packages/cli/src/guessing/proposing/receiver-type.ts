import type { Guess } from '../guess-export.ts';
import { SURE } from '../matching/match-fields.ts';
import { hasConcept } from '../matching/name-fit.ts';
import type { Column } from '../columns/column.ts';
import type { References } from '../matching/references.ts';
import type { TableDraft } from './table-draft.ts';

/** Whether messages go to groups or to users, where no column says so. */
export function addReceiverType(draft: TableDraft, { references, placed }: Guess): void {
  const { matches } = draft.guess;
  const own = matches.find(({ field }) => field === 'receiverType');
  if (own !== undefined) return;
  const receiver = matches.find(({ field }) => field === 'receiver');
  if (receiver === undefined) {
    draft.propose('constants', 'receiverType', 'group', 'user or group: what messages are sent to');
    return;
  }
  addSecondReceiver(draft, receiver.column, references);
  const { label } = receiver.column;
  const kinds = references.kindsOf(receiver.column);
  const isGroup = hasConcept(label, 'group');
  const isUser = hasConcept(label, 'receiver') || hasConcept(label, 'user');
  const hasGroups = placed.some(({ kind }) => kind === 'groups');
  if (kinds.length === 1 && !(isGroup && kinds[0] === 'users'))
    draft.add('constants', 'receiverType', kinds[0] === 'users' ? 'user' : 'group');
  else if (isGroup && !isUser) draft.add('constants', 'receiverType', 'group');
  else if (isUser && !isGroup && !hasGroups && receiver.score >= SURE)
    draft.add('constants', 'receiverType', 'user');
  else
    draft.propose(
      'constants',
      'receiverType',
      isGroup ? 'group' : 'user',
      'user or group: what messages are sent to',
    );
}

/** Names the column that has the receiver where the other one is empty: one for groups, and one for users. */
function addSecondReceiver(draft: TableDraft, receiver: Column, references: References): void {
  const [own, ...more] = references.kindsOf(receiver);
  if (own === undefined || more.length > 0) return;
  const second = draft.guess.table.columns.find((column) => {
    const kinds = column.root === undefined ? [] : references.kindsOf(column);
    return kinds.length === 1 && kinds[0] !== own && completes(column, receiver);
  });
  if (second === undefined) return;
  draft.propose(
    'columns',
    second.name,
    'receiver',
    `of rows without ${receiver.name}: list messages twice, with only: { ${second.name}: empty } and only: { ${receiver.name}: empty }`,
  );
}

/** Whether each row has one of two columns. */
function completes({ cells }: Column, { cells: others }: Column): boolean {
  const rows = Array.from({ length: Math.max(cells.length, others.length) }, (_, row) => row);
  return rows.every((row) => (cells[row] === undefined) !== (others[row] === undefined));
}
