import type { InputKind } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import { hasConcept } from '../words/name-fit.ts';

/** Words for users and groups that a row refers to. */
const refers = ['user', 'sender', 'receiver', 'member', 'group', 'owner', 'login'] as const;

/** Whether a column has a name like columns that refer to users or groups. */
export function isCalledReference({ label }: Pick<Column, 'label'>): boolean {
  return refers.some((concept) => hasConcept(label, concept));
}

/** The kinds that fields refer to, by kind and field. */
const referred: Readonly<Record<string, readonly string[]>> = {
  'messages.sender': ['users'],
  'messages.receiver': ['users', 'groups'],
  'groups.owner': ['users'],
  'members.uid': ['users'],
  'members.guid': ['groups'],
  'friends.uid': ['users'],
  'friends.friend': ['users'],
  'blocks.uid': ['users'],
  'blocks.blocked': ['users'],
  'reactions.uid': ['users'],
};

/** The kinds that a field refers to; undefined for a field that refers to none. */
export function referredKinds(kind: InputKind, field: string): readonly string[] | undefined {
  return referred[`${kind}.${field}`];
}
