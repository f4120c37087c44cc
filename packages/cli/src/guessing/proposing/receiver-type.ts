import type { Guess } from '../guess-export.ts';
import { SURE } from '../matching/match-fields.ts';
import { hasConcept } from '../matching/name-fit.ts';
import type { TableDraft } from './table-draft.ts';

/** Whether messages go to groups or to users, where no column says so. */
export function addReceiverType(draft: TableDraft, { references, placed, proofs }: Guess): void {
  const { matches, receiverType } = draft.guess;
  if (receiverType !== undefined) return draft.add('constants', 'receiverType', receiverType);
  const own = matches.find(({ field }) => field === 'receiverType');
  if (own !== undefined) return;
  const receiver = matches.find(({ field }) => field === 'receiver');
  if (receiver === undefined) {
    propose(draft, 'group');
    return;
  }
  const { label } = receiver.column;
  const kinds = references.kindsOf(receiver.column);
  const isGroup = hasConcept(label, 'group');
  const isUser = hasConcept(label, 'receiver') || hasConcept(label, 'user');
  const hasGroups = placed.some(({ kind }) => kind === 'groups'); // also where they wait
  const isDoubted = proofs.doubtOf('messages', receiver) !== undefined;
  if (kinds.length === 1 && !isDoubted && !(isGroup && kinds[0] === 'users'))
    draft.add('constants', 'receiverType', kinds[0] === 'users' ? 'user' : 'group');
  else if (isGroup && !isUser) draft.add('constants', 'receiverType', 'group');
  else if (isUser && !isGroup && !hasGroups && receiver.score >= SURE)
    draft.add('constants', 'receiverType', 'user');
  else propose(draft, isGroup ? 'group' : 'user');
}

function propose(draft: TableDraft, type: 'user' | 'group'): void {
  draft.propose('constants', 'receiverType', type, 'user or group: what messages are sent to', {
    valueOf: (given) => given,
    choices: ['user', 'group'],
  });
}
