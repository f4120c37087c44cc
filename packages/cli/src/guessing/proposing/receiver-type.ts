import type { Guess } from '../guess-export.ts';
import { SURE } from '../matching/match-fields.ts';
import { hasConcept } from '../matching/name-fit.ts';
import { holdsRowsOf } from '../sampling/table.ts';
import { conversationIn } from './ids.ts';
import { samplesOf } from './samples.ts';
import type { TableDraft } from './table-draft.ts';

/** Whether messages go to groups or to users, where no column says so. */
export function addReceiverType(draft: TableDraft, { references, placed, proofs }: Guess): void {
  const { matches, receiverType } = draft.guess;
  if (receiverType !== undefined) return draft.add('constants', 'receiverType', receiverType);
  const own = matches.find(({ field }) => field === 'receiverType');
  if (own !== undefined) return;
  const receiver = matches.find(({ field }) => field === 'receiver');
  if (receiver === undefined) {
    const isReply = placed.some(
      ({ kind, table }) => kind === 'messages' && holdsRowsOf(table, draft.guess.table),
    );
    return isReply ? propose(draft, 'group') : proposeConversation(draft);
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

/** Proposes the key or the id around the messages as their receiver, where their own columns name none. */
function proposeConversation(draft: TableDraft): void {
  const taken = new Set(draft.guess.matches.map(({ column }) => column));
  const [around] = conversationIn(draft.guess.table.columns).filter((column) => !taken.has(column));
  if (around === undefined) return propose(draft, 'group');
  const proposal = draft.propose(
    'constants',
    'receiverType',
    'group',
    `messages go to the conversation that they are in, and ${around.name} is all that names it: ${samplesOf(around)}; the id of a group, or of a user`,
    { name: 'receiver', valueOf: (given) => given, choices: ['group', 'user'] },
  );
  draft.add('columns', around.name, 'receiver', undefined, proposal);
}

function propose(draft: TableDraft, type: 'user' | 'group'): void {
  draft.propose('constants', 'receiverType', type, 'user or group: what messages are sent to', {
    valueOf: (given) => given,
    choices: ['user', 'group'],
  });
}
