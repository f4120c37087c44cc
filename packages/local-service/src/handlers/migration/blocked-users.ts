import { type UserRow, userEntity } from '../../entities/user.ts';
import type { Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { blockUser } from '../../storage/blocks.ts';
import { partiesOf } from '../../storage/conversations.ts';
import type { Store } from '../../storage/store.ts';
import { activeUser } from '../../storage/users.ts';
import { forEachId } from '../done.ts';
import { cursorOf, pageOf, uncounted } from '../../lists/paging.ts';

export const blockedUserHandlers = {
  'users.blockedUsers.block': ({ path, body, store }) => {
    const { uid } = activeUser(store, path.uid);
    return { data: forEachId(body.blockedUids, (blocked) => block(store, uid, blocked)) };
  },

  'users.blockedUsers.list': ({ path, query, store }) => {
    const { uid } = activeUser(store, path.uid);
    const listing = {
      select: 'users.*, blocks.blocked_at',
      from: 'FROM blocks JOIN users ON users.uid = blocks.blocked WHERE blocks.uid = ?',
      orderBy: 'blocks.blocked_at, users.uid',
      values: [uid],
    };
    const { rows, pagination } = pageOf<UserRow & { blocked_at: number }>(store, listing, query);
    return {
      data: rows.map((row) =>
        userEntity(row, {
          blocks: {
            blockedByMe: true,
            blockedByMeAt: row.blocked_at,
            blockedAt: row.blocked_at,
          },
          conversationId: partiesOf(uid, 'user', row.uid).conversationId,
        }),
      ),
      meta: { pagination: uncounted(pagination), cursor: cursorOf(store, listing, 'users') },
    };
  },

  'users.blockedUsers.unblock': ({ path, body, store }) => {
    const { uid } = activeUser(store, path.uid);
    return {
      data: forEachId(body.blockedUids, (blocked) => {
        activeUser(store, blocked);
        store.run('DELETE FROM blocks WHERE uid = ? AND blocked = ?', uid, blocked);
        return `${uid} no longer blocks ${blocked}.`;
      }),
    };
  },
} satisfies Handlers;

function block(store: Store, uid: string, blocked: string): string {
  if (uid === blocked)
    throw new ServiceProblem('ERR_CANNOT_BLOCK_SELF', `${uid} is the same user.`);
  activeUser(store, blocked);
  blockUser(store, uid, blocked);
  return `${uid} blocks ${blocked}.`;
}
