import { type UserRow, userEntity } from '../entities/user.ts';
import type { Handlers } from '../http/call.ts';
import { Conditions, cursorBehind, pageOf } from './paging.ts';

export const userHandlers = {
  'users.list': ({ query, store }) => {
    const where = new Conditions().addSearch(['uid', 'name'], query.searchKey);
    if (query.onlyDeactivated === true) where.add('deactivated_at IS NOT NULL');
    else if (query.withDeactivated !== true) where.add('deactivated_at IS NULL');
    const { rows, pagination } = pageOf<UserRow>(
      store,
      { from: `FROM users ${where}`, orderBy: 'rowid', values: where.values },
      query,
    );
    return {
      data: rows.map((row) => userEntity(row)),
      meta: { pagination },
      cursor: cursorBehind(rows),
    };
  },
} satisfies Handlers;
