import { type UserRow, userEntity } from '../../entities/user.ts';
import type { Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { noteMemberAction } from '../../messages/actions.ts';
import { checkClearance, checkNotSelf } from '../../storage/clearance.ts';
import { existingGroup } from '../../storage/groups.ts';
import { banMember } from '../../storage/members.ts';
import { activeUser, SYSTEM_USER } from '../../storage/users.ts';
import { applied } from '../done.ts';
import { pageOf } from '../../lists/paging.ts';

export const bannedUserHandlers = {
  'groups.bannedUsers.ban': ({ path, actor, store }) => {
    const { guid } = existingGroup(store, path.guid);
    const { uid } = activeUser(store, path.uid);
    checkClearance(store, guid, actor, 'moderator');
    checkNotSelf(actor, uid);
    banMember(store, guid, uid, store.seconds());
    noteMemberAction(store, guid, 'banned', { by: actor ?? SYSTEM_USER, on: uid });
    return applied(`${uid} is banned from ${guid}.`);
  },

  'groups.bannedUsers.unban': ({ path, actor, store }) => {
    const { guid } = existingGroup(store, path.guid);
    const { uid } = activeUser(store, path.uid);
    checkClearance(store, guid, actor, 'moderator');
    const { changes } = store.run('DELETE FROM bans WHERE guid = ? AND uid = ?', guid, uid);
    if (changes === 0)
      throw new ServiceProblem('ERR_NOT_A_BANNED_USER', `${uid} is not banned from ${guid}.`);
    noteMemberAction(store, guid, 'unbanned', { by: actor ?? SYSTEM_USER, on: uid });
    return applied(`${uid} is no longer banned from ${guid}.`);
  },

  'groups.bannedUsers.list': ({ path, query, store }) => {
    const { guid } = existingGroup(store, path.guid);
    const { rows, pagination } = pageOf<UserRow>(
      store,
      {
        select: 'users.*',
        from: 'FROM bans JOIN users USING (uid) WHERE guid = ?',
        orderBy: 'uid',
        values: [guid],
      },
      query,
    );
    return { data: rows.map((row) => userEntity(row)), meta: { pagination } };
  },
} satisfies Handlers;
