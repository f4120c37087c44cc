import type { Store } from '../../storage/store.ts';
import type { Conditions } from '../paging.ts';
import { listPage, type PageQuery } from '../paging.ts';

/**
 * The messages counted for each user or group they are with, as lists answer with `count=true`. What is with a user is
 * seen by the reader; without one, messages between users are counted for their receiver.
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
