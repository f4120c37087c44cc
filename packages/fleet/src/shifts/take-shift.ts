import { randomUUID } from 'node:crypto';
import type { Kind } from '@chatferry/contract';
import { heldFor, isOf, lockedJob, type WorkedJob } from '../jobs/worked-job.ts';
import { type HeldLanes, type LaneKey, laneKey } from '../ledger/held-lanes.ts';
import type { Store } from '../store/store.ts';
import type { Shift } from '../queue/shift-queue.ts';

/** A shift whose lanes this worker holds. */
export interface HeldShift {
  readonly shift: Shift;
  readonly job: WorkedJob;
  readonly lanes: readonly number[];
  readonly held: Omit<HeldLanes, 'onLost'>;
  /** Whether the previous worker has not given the shift back: it was killed, or sleeps. */
  readonly tookOver: boolean;
}

/**
 * Takes the lanes of a shift: from then on, only this worker can write about them. Its reads see everything that another worker wrote
 * before, because both lock the same rows.
 *
 * @returns `over` when the job has moved on, or no worker may continue it
 * @throws {LedgerError}
 */
export function takeShift(store: Store, shift: Shift, worker: string): Promise<HeldShift | 'over'> {
  return store.transaction(async (query) => {
    const job = await lockedJob(query, shift.job, 'SHARE');
    if (job?.state !== 'running' || !isOf(job, shift)) return 'over';
    const name = [shift.job, shift.step, shift.kind ?? '', shift.part];
    const [before] = await query<{ worker: string; released: boolean; done: boolean }>({
      text: `SELECT worker, released_at IS NOT NULL AS released, done FROM chatferry.shift
             WHERE job = $1 AND step = $2 AND kind = $3 AND part = $4 FOR UPDATE`,
      values: name,
    });
    if (before?.done === true) return 'over';
    await query({
      text: `INSERT INTO chatferry.shift (job, step, kind, part, worker, taken_at) VALUES ($1, $2, $3, $4, $5, clock_timestamp())
             ON CONFLICT (job, step, kind, part) DO UPDATE SET worker = excluded.worker, taken_at = excluded.taken_at, released_at = NULL`,
      values: [...name, worker],
    });
    const { kinds, lanes } = heldFor(job, shift);
    const token = randomUUID();
    const rows = await query<{ kind: Kind; lane: number; writes: number }>({
      text: `INSERT INTO chatferry.lane AS l (job, kind, lane, token)
             SELECT $1, kind, lane, $4 FROM unnest($2::text[]) AS kind, unnest($3::int[]) AS lane
             ON CONFLICT (job, kind, lane) DO UPDATE SET token = excluded.token
             RETURNING kind, lane, writes`,
      values: [job.id, kinds, lanes, token],
    });
    const writes = new Map<LaneKey, number>(
      rows.map(({ kind, lane, writes: count }) => [laneKey(kind, lane), count]),
    );
    const tookOver = before?.released === false;
    if (tookOver) {
      store.watch?.takenOver();
      await query({
        text: `INSERT INTO chatferry.takeover (job, step, kind, part, lost, worker, at)
               VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())`,
        values: [...name, before.worker, worker],
      });
    }
    return { shift, job, lanes, held: { job: job.id, token, writes }, tookOver };
  });
}
