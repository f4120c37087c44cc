import type { Handlers } from '../http/call.ts';
import { present } from '../entities/present.ts';
import { Conditions, pageOf } from './paging.ts';

interface AppRow {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  readonly version: string;
  readonly api_keys: string;
  readonly created_at: number;
  readonly scheduled_to_delete_at: number | null;
}

const PER_PAGE = 25;

export const managementAppHandlers = {
  'management.apps.list': ({ query, store }) => {
    const where = new Conditions().addSearch(['id', 'name'], query.searchKey);
    const { rows, pagination } = pageOf<AppRow>(
      store,
      { from: `FROM apps ${where}`, orderBy: 'rowid', values: where.values },
      { perPage: PER_PAGE, ...query },
    );
    return { data: rows.map(appEntity), meta: { pagination } };
  },
} satisfies Handlers;

function appEntity(row: AppRow): Record<string, unknown> {
  return present({ id: row.id, name: row.name, region: row.region });
}
