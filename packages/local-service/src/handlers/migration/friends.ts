import { type UserRow, userEntity } from '../../entities/user.ts';
import type { Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { createConversation, partiesOf } from '../../storage/conversations.ts';
import type { Store } from '../../storage/store.ts';
import { activeUser } from '../../storage/users.ts';
import { applied, forEachId } from '../done.ts';
import { Conditions, cursorOf, pageOf } from '../../lists/paging.ts';

export const friendHandlers = {
  'users.friends.add': ({ path, body, store }) => {
    const { uid } = activeUser(store, path.uid);
    return {
      data: {
        accepted: forEachId(body.accepted, (friend) => {
          const text = befriend(store, uid, friend);
          if (body.addToConversations === true)
            createConversation(store, partiesOf(uid, 'user', friend));
          return text;
        }),
      },
    };
  },

  'users.friends.list': ({ path, query, store }) => {
    const { uid } = activeUser(store, path.uid);
    const where = new Conditions()
      .add('friends.uid = ?', uid)
      .addSearch(['users.uid', 'users.name'], query.searchKey);
    const listing = {
      select: 'users.*',
      from: `FROM friends JOIN users ON users.uid = friends.friend ${where.sql}`,
      orderBy: 'users.uid',
      values: where.values,
    };
    const { rows, pagination } = pageOf<UserRow>(store, listing, query);
    return {
      data: rows.map((row) => userEntity(row)),
      meta: { pagination, cursor: cursorOf(store, listing, 'users') },
    };
  },

  'users.friends.remove': ({ path, body, store }) => {
    const { uid } = activeUser(store, path.uid);
    const removed = body.friends.filter((friend) => unfriend(store, uid, friend.toLowerCase()));
    if (removed.length === 0)
      throw new ServiceProblem('ERR_NOT_A_FRIEND', `None of them is a friend of ${uid}.`);
    return applied(`${removed.length} friends of ${uid} are removed.`);
  },
} satisfies Handlers;

/** A friendship is mutual immediately: this API needs no acceptance. */
function befriend(store: Store, uid: string, friend: string): string {
  if (uid === friend)
    throw new ServiceProblem('ERR_CANNOT_FORM_SELF_RELATION', `${uid} is the same user.`);
  activeUser(store, friend);
  const { changes } = store.run(
    'INSERT INTO friends (uid, friend, since) VALUES (?1, ?2, ?3), (?2, ?1, ?3) ON CONFLICT DO NOTHING',
    uid,
    friend,
    store.seconds(),
  );
  if (changes === 0)
    throw new ServiceProblem('ERR_ALREADY_FRIEND', `${uid} and ${friend} are friends already.`);
  return `${uid} and ${friend} are friends.`;
}

function unfriend(store: Store, uid: string, friend: string): boolean {
  const { changes } = store.run(
    'DELETE FROM friends WHERE (uid = ?1 AND friend = ?2) OR (uid = ?2 AND friend = ?1)',
    uid,
    friend,
  );
  return changes > 0;
}
