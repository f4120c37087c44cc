import type { Membership } from '../../entities/group.ts';
import { type UserRow, userEntity } from '../../entities/user.ts';
import type { Call, Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { noteMemberAction } from '../../messages/actions.ts';
import { checkClearance, checkNotSelf, notAMember } from '../../storage/clearance.ts';
import { existingGroup } from '../../storage/groups.ts';
import { findMembership, removeMember } from '../../storage/members.ts';
import type { Store } from '../../storage/store.ts';
import { activeUser, SYSTEM_USER } from '../../storage/users.ts';
import { addMembers } from './add-members.ts';
import { applied } from '../done.ts';
import { Conditions, cursorOf, pageOf } from '../../lists/paging.ts';

export const groupMemberHandlers = {
  'groups.members.add': ({ path, body, actor, store }) => {
    const { guid, type } = existingGroup(store, path.guid);
    if (isJoining(body, actor)) {
      if (type !== 'public')
        throw new ServiceProblem('ERR_GROUP_JOIN_NOT_ALLOWED', `${guid} is not public.`);
    } else checkClearance(store, guid, actor, 'moderator');
    return { data: addMembers(store, guid, actor ?? SYSTEM_USER, body) };
  },

  'groups.members.list': ({ path, query, store }) => {
    const { guid } = existingGroup(store, path.guid);
    const where = new Conditions().add('guid = ?', guid).addOneOf('scope', query.scopes);
    // No user is ever online here.
    if (query.status === 'available') where.add('false');
    const listing = {
      select: 'users.*, members.scope, members.joined_at',
      from: `FROM members JOIN users USING (uid) ${where.sql}`,
      orderBy: 'uid',
      values: where.values,
    };
    const { rows, pagination } = pageOf<UserRow & Membership>(store, listing, query);
    return {
      data: rows.map((row) => ({
        ...userEntity(row),
        scope: row.scope,
        joinedAt: row.joined_at,
      })),
      meta: { pagination },
      cursor: cursorOf(store, listing, 'users'),
    };
  },

  'groups.members.changeScope': ({ path, body, actor, store }) => {
    const { guid } = existingGroup(store, path.guid);
    checkClearance(store, guid, actor, 'admin');
    checkNotSelf(actor, path.uid);
    const { scope, joined_at: joinedAt } = existingMembership(store, guid, path.uid);
    if (scope === body.scope)
      throw new ServiceProblem('ERR_SAME_SCOPE', `${path.uid} is ${scope} of ${guid} already.`);
    store.run(
      'UPDATE members SET scope = ? WHERE guid = ? AND uid = ?',
      body.scope,
      guid,
      path.uid,
    );
    noteMemberAction(store, guid, 'scopeChanged', {
      by: actor ?? SYSTEM_USER,
      on: path.uid,
      scope: { old: scope, new: body.scope },
    });
    return { data: { guid, uid: path.uid, scope: body.scope, joinedAt } };
  },

  'groups.members.remove': ({ path, actor, store }) => {
    const { guid } = existingGroup(store, path.guid);
    const isLeaving = actor === path.uid;
    existingMembership(store, guid, path.uid);
    if (!isLeaving) checkClearance(store, guid, actor, 'moderator');
    removeMember(store, guid, path.uid);
    noteMemberAction(store, guid, isLeaving ? 'left' : 'kicked', {
      by: actor ?? SYSTEM_USER,
      on: path.uid,
    });
    return applied(`${path.uid} is no longer a member of ${guid}.`);
  },
} satisfies Handlers;

/** Whether the acting user adds only themselves, as a participant. */
function isJoining(
  { participants = [], ...others }: Call<'groups.members.add'>['body'],
  actor: string | undefined,
): boolean {
  return (
    Object.values(others).every((uids = []) => uids.length === 0) &&
    participants.length === 1 &&
    participants[0]?.toLowerCase() === actor
  );
}

function existingMembership(store: Store, guid: string, uid: string): Membership {
  activeUser(store, uid);
  const membership = findMembership(store, guid, uid);
  if (membership === undefined) throw notAMember(guid, uid);
  return membership;
}
