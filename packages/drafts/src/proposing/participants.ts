import type { Column } from '../columns/column.ts';
import type { Guess } from '../guessing/guess-export.ts';
import type { GuessedTable } from '../guessing/guessed-table.ts';
import { hasConcept } from '../words/name-fit.ts';
import { isCalledReference } from '../matching/referring-fields.ts';
import type { TableDraft } from './table-draft.ts';

/** Words for users who acted in a group, and need not be members. */
const others = ['message', 'updated', 'deleted', 'active', 'last', 'banned'] as const;
const founders = ['owner', 'created', 'admin'] as const;

/**
 * Proposes members from the columns of groups whose values are users, such as `buyer_id` and `seller_id`: with two such columns, and no
 * table of members, these users may be all members of the group.
 */
export function addParticipants(draft: TableDraft, whole: Guess): void {
  const found = participantsIn(draft.guess, whole);
  if (found.length === 0) return;
  draft.participants = found;
  const names = found.map(({ name }) => name).join(', ');
  draft.membersProposal = draft.proposal(
    'participants', // a name of its own, because `members` accepts the rows as members
    `${names} hold users, who may be the members of the group`,
  );
}

function participantsIn(
  { kind, table }: GuessedTable,
  { placed, references }: Guess,
): readonly Column[] {
  if (kind !== 'groups' || placed.some((each) => each.kind === 'members')) return [];
  const found = table.columns.filter((column) => {
    const { label, root, isRepeated } = column;
    if (root === undefined || isRepeated || others.some((word) => hasConcept(label, word)))
      return false;
    const { reason, isStrong } = references.evidenceFor('members', 'uid', column);
    const isCalled = isCalledReference(column) || hasConcept(label, 'id');
    return reason !== undefined && (isStrong === true || isCalled);
  });
  const areFounders = found.every(({ label }) => founders.some((word) => hasConcept(label, word)));
  return found.length < 2 || areFounders ? [] : found;
}
