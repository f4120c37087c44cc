import { type UserRow, userEntity } from '../entities/user.ts';
import type { Membership } from '../entities/group.ts';
import type { Handlers } from '../http/call.ts';
import { existingGroup } from '../storage/groups.ts';
import { Conditions, cursorBehind, pageOf } from './paging.ts';

export const groupMemberHandlers = {
  'groups.members.list': ({ path, query, store }) => {
    const { guid } = existingGroup(store, path.guid);
    const where = new Conditions().add('guid = ?', guid).addOneOf('scope', query.scopes);
    const { rows, pagination } = pageOf<UserRow & Membership>(
      store,
      {
        select: 'users.*, members.scope, members.joined_at',
        from: `FROM members JOIN users USING (uid) ${where}`,
        orderBy: 'uid',
        values: where.values,
      },
      query,
    );
    return {
      data: rows.map((row) => ({
        ...userEntity(row),
        scope: row.scope,
        joinedAt: row.joined_at,
      })),
      meta: { pagination },
      cursor: cursorBehind(rows),
    };
  },
} satisfies Handlers;
