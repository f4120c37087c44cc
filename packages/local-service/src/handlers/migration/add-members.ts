import type { BodyOf } from '@chatferry/contract';
import { MessageReader } from '../../messages/message-entity.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { noteMemberAction } from '../../messages/actions.ts';
import { addMember, banMember, type MemberScope } from '../../storage/members.ts';
import type { Store } from '../../storage/store.ts';
import { activeUser } from '../../storage/users.ts';

type Lists = BodyOf<'groups.members.add'>;
type ListName = 'admins' | 'moderators' | 'participants' | 'usersToBan';

/** In increasing order of power: a user in several lists gets the last scope. */
const LISTS: readonly (readonly [ListName, MemberScope | 'banned'])[] = [
  ['usersToBan', 'banned'],
  ['participants', 'participant'],
  ['moderators', 'moderator'],
  ['admins', 'admin'],
];

/**
 * Adds and bans members list by list.
 * @returns by list and uid the outcome: the action message in the group, or the reason for the failure
 */
export function addMembers(
  store: Store,
  guid: string,
  by: string,
  lists: Lists,
): Partial<Record<ListName, Record<string, object>>> {
  const listOf = new Map<string, ListName>();
  for (const [name] of LISTS)
    for (const uid of lists[name] ?? []) listOf.set(uid.toLowerCase(), name);

  const answers: Partial<Record<ListName, Record<string, object>>> = {};
  for (const [name, scope] of LISTS) {
    if (lists[name] === undefined) continue;
    const uids = [...listOf].filter(([, list]) => list === name).map(([uid]) => uid);
    answers[name] = Object.fromEntries(
      uids.map((uid) => [uid, outcomeOf(() => place(store, guid, uid, by, scope))]),
    );
  }
  return answers;
}

function place(
  store: Store,
  guid: string,
  uid: string,
  by: string,
  scope: MemberScope | 'banned',
): object {
  activeUser(store, uid);
  const now = store.seconds();
  if (scope === 'banned') {
    banMember(store, guid, uid, now);
    noteMemberAction(store, guid, 'banned', { by, on: uid });
    return { success: true };
  }
  addMember(store, { guid, uid, scope, joinedAt: now });
  const message = noteMemberAction(store, guid, uid === by ? 'joined' : 'added', { by, on: uid });
  return { success: true, data: new MessageReader(store).entity(message) };
}

function outcomeOf(work: () => object): object {
  try {
    return work();
  } catch (error) {
    if (error instanceof ServiceProblem) return { success: false, error };
    throw error;
  }
}
