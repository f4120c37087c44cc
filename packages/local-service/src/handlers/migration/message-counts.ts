import type { Store } from '../../storage/store.ts';
import { type Conditions, listPage, type PageQuery } from '../../lists/paging.ts';

/**
 * The number of messages for each user or group, as lists answer with `count=true` and `unread=true`. Direct messages count for the reader's
 * conversation partner; without a reader, for their receiver.
 */
export function messageCounts(
  store: Store,
  where: Conditions,
  query: PageQuery,
  reader: string | undefined,
): object {
  const counts = store.all<{ entityType: string; entityId: string; count: number }>(
    `SELECT receiver_type AS entityType,
            CASE WHEN receiver_type = 'user' AND receiver = ? THEN sender ELSE receiver END AS entityId,
            count(*) AS count
     FROM messages ${where.sql} GROUP BY 1, 2 ORDER BY 1, 2`,
    reader ?? null,
    ...where.values,
  );
  return listPage(counts, query);
}
