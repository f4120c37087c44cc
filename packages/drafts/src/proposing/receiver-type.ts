import path from 'node:path';
import type { Guess } from '../guessing/guess-export.ts';
import type { GuessedTable } from '../guessing/guessed-table.ts';
import { type FieldMatch, SURE } from '../matching/match-fields.ts';
import { hasConcept } from '../words/name-fit.ts';
import { type MembersOfTwo, membersOfTwo } from '../matching/other-member.ts';
import { haveSameColumns, holdsRowsOf } from '../tables/table.ts';
import { conversationIn } from './ids.ts';
import { samplesOf } from './samples.ts';
import type { TableDraft } from './table-draft.ts';

/** Adds the type of the receivers, users or groups, when no column contains it. */
export function addReceiverType(
  draft: TableDraft,
  { references, placed, proofs }: Guess,
  pair: MembersOfTwo | undefined,
): void {
  const { matches, receiverType, toOther, toColumn } = draft.guess;
  if (toColumn !== undefined) {
    draft.add('columns', toColumn, 'receiver');
    return draft.add('constants', 'receiverType', 'user');
  }
  if (toOther !== undefined) {
    draft.add('convert', 'receiver', { other: toOther.ends, than: toOther.than });
    return draft.add('constants', 'receiverType', 'user');
  }
  if (receiverType !== undefined) return draft.add('constants', 'receiverType', receiverType);
  if (draft.waitsFor.some(({ field }) => field === 'receiver'))
    return draft.add('constants', 'receiverType', 'group');
  const own = matches.find(({ field }) => field === 'receiverType');
  if (own !== undefined) return;
  if (pair !== undefined) return proposeOther(draft, pair);
  const receiver = matches.find(({ field }) => field === 'receiver');
  if (receiver === undefined) {
    const isReply = placed.some(
      ({ kind, table }) => kind === 'messages' && holdsRowsOf(table, draft.guess.table),
    );
    return isReply ? propose(draft, 'group') : proposeConversation(draft, placed);
  }
  const { label } = receiver.column;
  const kinds = references.kindsOf(receiver.column);
  const isGroup = hasConcept(label, 'group');
  const isUser = hasConcept(label, 'receiver') || hasConcept(label, 'user');
  const hasGroups = placed.some(({ kind }) => kind === 'groups'); // also while they wait
  const isDoubted = proofs.doubtOf('messages', receiver) !== undefined;
  if (kinds.length === 1 && !isDoubted && !(isGroup && kinds[0] === 'users'))
    draft.add('constants', 'receiverType', kinds[0] === 'users' ? 'user' : 'group');
  else if (isGroup && !isUser) draft.add('constants', 'receiverType', 'group');
  else if (isUser && !isGroup && !hasGroups && receiver.score >= SURE)
    draft.add('constants', 'receiverType', 'user');
  else propose(draft, isGroup || kinds.includes('groups') ? 'group' : 'user');
}

/** The members of the conversation, when no column is certainly the receiver. */
export function membersIn(
  { matches, table, kind, receiverType }: GuessedTable,
  { placed, references }: Guess,
): MembersOfTwo | undefined {
  const columnOf = (field: string): FieldMatch | undefined =>
    matches.find((match) => match.field === field);
  const [sender, receiver] = [columnOf('sender'), columnOf('receiver')];
  if (kind !== 'messages' || sender === undefined || receiverType !== undefined) return undefined;
  if (columnOf('receiverType') !== undefined) return undefined;
  const users = placed
    .filter((each) => each.kind === 'users')
    .flatMap((each) => [
      ...(each.matches.find(({ field }) => field === 'uid')?.column.facts.values.keys() ?? []),
    ]);
  const found = membersOfTwo(table.columns, sender.column, new Set(users));
  if (found === undefined || receiver === undefined || receiver.column === found.column)
    return found !== undefined && references.kindsOf(found.column).includes('groups')
      ? undefined
      : found;
  return receiver.score >= SURE ? undefined : found;
}

/** Proposes the member of a conversation of two who is not the sender. */
function proposeOther(draft: TableDraft, { path: members, column, between }: MembersOfTwo): void {
  const sender = draft.guess.matches.find(({ field }) => field === 'sender')!.column.name;
  const rule = { other: members, than: sender, ...(between ? { with: between } : {}) };
  const proposal = draft.propose(
    'convert',
    'receiver',
    rule,
    `messages go to the other one of two users in ${column.name}: ${samplesOf(column)}`,
    { name: 'receiver' },
  );
  draft.add('constants', 'receiverType', 'user', undefined, proposal);
}

/** Proposes the name of the conversation around messages as their receiver, when their own columns have none. */
function proposeConversation(draft: TableDraft, placed: readonly GuessedTable[]): void {
  const around = conversationAround(draft) ?? conversationInPath(draft.guess, placed);
  if (around === undefined) return propose(draft, 'group');
  const proposal = draft.propose(
    'constants',
    'receiverType',
    'group',
    `messages go to the conversation that they are in, and ${around.name} is all that names it: ${around.samples}; the id of a group, or of a user`,
    { name: 'receiver', valueOf: (given) => given, choices: ['group', 'user'] },
  );
  draft.add('columns', around.name, 'receiver', undefined, proposal);
}

interface Conversation {
  readonly name: string;
  readonly samples: string;
}

/** The key or the id of the object around the messages. */
function conversationAround({ guess }: TableDraft): Conversation | undefined {
  const taken = new Set(guess.matches.map(({ column }) => column));
  const [around] = conversationIn(guess.table.columns).filter((column) => !taken.has(column));
  return around && { name: around.name, samples: samplesOf(around) };
}

/** The name of the file, or of its folder, when there is a file for each conversation. */
function conversationInPath(
  { table }: GuessedTable,
  placed: readonly GuessedTable[],
): Conversation | undefined {
  const files = new Set(
    placed.flatMap((each) =>
      each.kind === 'messages' && haveSameColumns(each.table, table) ? [each.table.file] : [],
    ),
  );
  if (files.size < 2) return undefined;
  for (const [name, partOf] of pathParts) {
    const parts = [...new Set(Array.from(files, partOf))];
    if (parts.length === files.size && !parts.includes(''))
      return {
        name,
        samples: parts
          .slice(0, 2)
          .map((part) => JSON.stringify(part))
          .join(', '),
      };
  }
  return undefined;
}

const pathParts: readonly (readonly [string, (file: string) => string])[] = [
  ['$file', (file) => path.basename(file).replace(/(\.\w+)+$/, '')],
  ['$folder', (file) => path.basename(path.dirname(file))],
];

function propose(draft: TableDraft, type: 'user' | 'group'): void {
  draft.propose('constants', 'receiverType', type, 'user or group: what messages are sent to', {
    valueOf: (given) => given,
    choices: ['user', 'group'],
  });
}
