import { authTokenEntity } from '../../entities/auth-token.ts';
import { type UserRow, userEntity } from '../../entities/user.ts';
import type { Handlers } from '../../calls/call.ts';
import { createToken } from '../../storage/auth-tokens.ts';
import { applyChanges, jsonText, metadataText, unlessUnset } from '../../storage/changes.ts';
import { deleteUser } from '../../storage/deletions.ts';
import { existingRole } from '../../storage/roles.ts';
import type { Store } from '../../storage/store.ts';
import { activeUser, findUser, insertUser, userNotFound } from '../../storage/users.ts';
import { applied } from '../done.ts';
import { Conditions, cursorOf, pageOf } from '../../lists/paging.ts';
import { userSeenBy } from './user-views.ts';

export const userHandlers = {
  'users.create': ({ body, store }) => {
    const role = body.role?.toLowerCase();
    if (role !== undefined) existingRole(store, role);
    const row = insertUser(store, {
      uid: body.uid.toLowerCase(),
      name: body.name,
      avatar: body.avatar,
      link: body.link,
      role,
      statusMessage: body.statusMessage,
      metadata: metadataText(body.metadata),
      tags: jsonText(body.tags),
    });
    const { authToken } =
      body.withAuthToken === true ? authTokenEntity(createToken(store, row.uid)) : {};
    return { data: { ...userEntity(row), ...(authToken === undefined ? {} : { authToken }) } };
  },

  'users.list': ({ query, store }) => {
    const where = new Conditions()
      .addSearch(query.searchIn ?? ['uid', 'name'], query.searchKey)
      .addOneOf('uid', query.uids)
      .addOneOf('role', query.roles ?? (query.role === undefined ? undefined : [query.role]))
      .addTags('tags', query.tags);
    // No user is ever online here.
    if (query.status === 'available') where.add('false');
    if (query.onlyDeactivated === true) where.add('deactivated_at IS NOT NULL');
    else if (query.withDeactivated !== true) where.add('deactivated_at IS NULL');
    const listing = {
      from: `FROM users ${where.sql}`,
      orderBy: 'created_at DESC, rowid DESC',
      values: where.values,
    };
    const { rows, pagination } = pageOf<UserRow>(store, listing, query);
    return {
      data: rows.map((row) => userEntity(row, { withTags: query.withTags === true })),
      meta: { pagination, cursor: cursorOf(store, listing, 'users') },
    };
  },

  'users.get': ({ path, actor, store }) => ({
    data: userSeenBy(store, activeUser(store, path.uid), actor),
  }),

  'users.update': ({ path, body, store }) => {
    const { uid } = activeUser(store, path.uid);
    const role = body.role?.toLowerCase();
    if (role !== undefined) existingRole(store, role);
    applyChanges(store, 'users', ['uid', uid], {
      name: body.name,
      avatar: unlessUnset('avatar', body.avatar, body.unset),
      link: unlessUnset('link', body.link, body.unset),
      role,
      status_message: body.statusMessage,
      metadata: unlessUnset('metadata', metadataText(body.metadata), body.unset),
      tags: jsonText(body.tags),
    });
    return { data: userEntity(activeUser(store, uid)) };
  },

  'users.delete': ({ path, body, store }) => {
    const user = findUser(store, path.uid);
    if (user === undefined) throw userNotFound(path.uid);
    if (body.permanent === true) {
      deleteUser(store, user.uid);
      return applied(`The user ${user.uid} is deleted.`);
    }
    if (user.deactivated_at !== null) throw userNotFound(path.uid);
    deactivate(store, user.uid);
    return applied(`The user ${user.uid} is deactivated.`);
  },

  'users.deactivate': ({ body, store }) => {
    const sorted = sortByState(store, body.uidsToDeactivate);
    for (const uid of sorted.active) deactivate(store, uid);
    return {
      data: {
        deactivatedUids: sorted.active,
        alreadyDeactivatedUids: sorted.deactivated,
        notFound: sorted.missing,
      },
    };
  },

  'users.reactivate': ({ body, store }) => {
    const sorted = sortByState(store, body.uidsToActivate);
    for (const uid of sorted.deactivated)
      applyChanges(store, 'users', ['uid', uid], { deactivated_at: null });
    return {
      data: {
        reactivatedUids: sorted.deactivated,
        nonDeactivatedUids: sorted.active,
        notFound: sorted.missing,
      },
    };
  },
} satisfies Handlers;

function deactivate(store: Store, uid: string): void {
  applyChanges(store, 'users', ['uid', uid], { deactivated_at: store.seconds() });
}

function sortByState(
  store: Store,
  uids: readonly string[],
): Record<'active' | 'deactivated' | 'missing', string[]> {
  const sorted = { active: [] as string[], deactivated: [] as string[], missing: [] as string[] };
  for (const uid of new Set(uids.map((given) => given.toLowerCase()))) {
    const user = findUser(store, uid);
    if (user === undefined) sorted.missing.push(uid);
    else if (user.deactivated_at === null) sorted.active.push(uid);
    else sorted.deactivated.push(uid);
  }
  return sorted;
}
