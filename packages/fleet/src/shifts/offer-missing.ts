import { runningJobs, shiftsOf } from '../jobs/worked-job.ts';
import type { Store } from '../store/store.ts';
import { type Shift, shiftKey, type ShiftQueue } from '../queue/shift-queue.ts';

/**
 * Offers shifts that are missing in the queue, because the queue was emptied or the database has lost its last commits.
 *
 * @throws {LedgerError}
 */
export async function offerMissing(store: Store, queue: ShiftQueue, pool: string): Promise<void> {
  await store.transaction(async (query) => {
    const jobs = await runningJobs(query, pool);
    const done = await query<Shift>({
      text: 'SELECT job, step, kind, part FROM chatferry.shift WHERE done AND job = ANY($1)',
      values: [jobs.map(({ id }) => id)],
    });
    const isDoneKey = new Set(done.map((shift) => shiftKey(shift)));
    await queue.offer(
      jobs.flatMap((job) => shiftsOf(job)).filter((shift) => !isDoneKey.has(shiftKey(shift))),
      query,
    );
  });
}
