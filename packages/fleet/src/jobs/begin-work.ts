import { shiftsOf, lockedJob } from './worked-job.ts';
import type { ShiftQueue } from '../queue/shift-queue.ts';
import type { Transaction } from '../store/store.ts';

/** Begins a run of a job that workers send, with its first step. Records that the ledger has settled are not sent again. */
export async function beginWork(query: Transaction, queue: ShiftQueue, id: number): Promise<void> {
  const [run] = await query<{ number: number }>({
    text: `INSERT INTO chatferry.run (job, number, token, started_at, routes, requests_before)
           SELECT $1, (SELECT coalesce(max(number), 0) + 1 FROM chatferry.run WHERE job = $1), gen_random_uuid(),
                  (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
                  (SELECT coalesce(settings::json ->> 'routes', '{}') FROM chatferry.job WHERE id = $1),
                  (SELECT coalesce(sum(requests), 0) FROM chatferry.lane WHERE job = $1)
           RETURNING number`,
    values: [id],
  });
  await query({
    text: `UPDATE chatferry.job SET state = 'running', step = 'check', kind = NULL, run = $2, reason = NULL, no_key_at = NULL,
             failed_before = (SELECT json_object_agg(kind, failed)::text
               FROM (SELECT kind, sum(failed)::bigint AS failed FROM chatferry.lane WHERE job = $1 GROUP BY kind) AS f)
           WHERE id = $1`,
    values: [id, run!.number],
  });
  // If a worker was killed while it sent records that cannot be repeated, its requests are still waited for.
  await query({
    text: 'DELETE FROM chatferry.shift WHERE job = $1 AND (done OR released_at IS NOT NULL)',
    values: [id],
  });
  const job = await lockedJob(query, id, 'UPDATE');
  await queue.offer(shiftsOf(job!), query);
}
