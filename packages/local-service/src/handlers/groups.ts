import { type GroupRow, groupEntity } from '../entities/group.ts';
import type { Handlers } from '../http/call.ts';
import { Conditions, cursorBehind, pageOf } from './paging.ts';

export const groupHandlers = {
  'groups.list': ({ query, actor, store }) => {
    const where = new Conditions().addSearch(['guid', 'name'], query.searchKey);
    const { rows, pagination } = pageOf<GroupRow>(
      store,
      { from: `FROM groups ${where}`, orderBy: 'rowid', values: where.values },
      query,
    );
    return {
      data: rows.map((row) => groupEntity(row)),
      meta: { pagination, cursor: cursorBehind(rows) },
    };
  },
} satisfies Handlers;
