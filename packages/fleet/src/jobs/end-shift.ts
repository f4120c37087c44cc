import { counted } from '@chatferry/contract';
import type { StopReason } from '@chatferry/runner';
import { stepAfter } from './next-step.ts';
import { isOf, lockedJob, shiftsOf, type WorkedJob } from './worked-job.ts';
import { LedgerRows } from '../ledger/ledger-rows.ts';
import type { Store, Transaction } from '../store/store.ts';
import type { ShiftQueue, TakenShift } from '../queue/shift-queue.ts';

/** How a shift ended. */
export type ShiftEnd =
  /** Nothing is left to do. */
  | { readonly how: 'done' }
  /** The time is over, the worker ends, or the service does not answer: another worker continues later. */
  | {
      readonly how: 'given-back';
      readonly afterSeconds: number;
      /** Code of the reason. */
      readonly note?: string;
      /** Whether requests of the previous worker may still be in flight. */
      readonly inFlight?: true;
    }
  /** The job cannot continue before an operator has acted. */
  | { readonly how: 'stopped'; readonly reason: StopReason }
  /** Another worker has the shift, or the job has moved on. */
  | { readonly how: 'lost' };

/**
 * Ends a shift, with all consequences, in one transaction. The worker that ends the last shift of a step moves the job on and offers the
 * shifts of the next step.
 *
 * @throws {LedgerError}
 */
export function endShift(
  store: Store,
  queue: ShiftQueue,
  taken: TakenShift,
  end: ShiftEnd,
): Promise<void> {
  return store.transaction(async (query) => {
    const { shift } = taken;
    const job = await lockedJob(query, shift.job, 'UPDATE');
    await queue.complete(taken, query);
    if (end.how === 'lost' || job?.state !== 'running' || !isOf(job, shift)) return;
    await query({
      text: `UPDATE chatferry.shift SET released_at = CASE WHEN $7 THEN NULL ELSE clock_timestamp() END, note = $5, done = $6
             WHERE job = $1 AND step = $2 AND kind = $3 AND part = $4`,
      values: [
        shift.job,
        shift.step,
        shift.kind ?? '',
        shift.part,
        end.how === 'given-back' ? (end.note ?? null) : null,
        end.how === 'done',
        end.how === 'given-back' && end.inFlight === true,
      ],
    });
    if (end.how === 'given-back') await queue.offer([shift], query, end.afterSeconds);
    else if (end.how === 'stopped') await stopJob(query, job, 'stopped', end.reason);
    else await moveOn(query, queue, job);
  });
}

/** Moves a job on when all shifts of its step are done. */
async function moveOn(query: Transaction, queue: ShiftQueue, job: WorkedJob): Promise<void> {
  const { id, step, planned } = job;
  const [row] = await query<{ done: number }>({
    text: 'SELECT count(*) AS done FROM chatferry.shift WHERE job = $1 AND step = $2 AND kind = $3 AND done',
    values: [id, step.step, 'kind' in step ? step.kind : ''],
  });
  if (row!.done < shiftsOf(job).length) return;
  const counts = await new LedgerRows({ query }, id).counts(planned);
  if (step.step === 'send') {
    const { pending } = counts[step.kind];
    if (pending > 0) return stopJob(query, job, 'stopped', lostRecords(pending));
  }
  const next = stepAfter(step, planned, counts);
  if (next === undefined) return finishJob(query, job);
  await query({
    text: 'UPDATE chatferry.job SET step = $2, kind = $3 WHERE id = $1',
    values: [id, next.step, 'kind' in next ? next.kind : null],
  });
  await queue.offer(shiftsOf({ ...job, step: next }), query);
}

function lostRecords(left: number): StopReason {
  return {
    code: 'plan',
    message: `All lanes were walked to their end, and ${counted(left, 'record of the plan is', 'records of the plan are')} in none of them: the plan or the ledger is damaged.`,
    fix: 'Export the ledger of the job, and check the job folder.',
  };
}

/** Ends the work on a job, before its end. */
export async function stopJob(
  query: Transaction,
  { id, run }: Pick<WorkedJob, 'id' | 'run'>,
  state: 'stopped' | 'cancelled',
  reason: StopReason,
): Promise<void> {
  await query({
    text: 'UPDATE chatferry.job SET state = $2, reason = $3 WHERE id = $1',
    values: [id, state, JSON.stringify(reason)],
  });
  await endRun(query, id, run, reason);
}

async function finishJob(query: Transaction, { id, run }: WorkedJob): Promise<void> {
  await query({
    text: "UPDATE chatferry.job SET state = 'finished', reason = NULL WHERE id = $1",
    values: [id],
  });
  await endRun(query, id, run, undefined);
}

async function endRun(
  query: Transaction,
  job: number,
  run: number,
  reason: StopReason | undefined,
): Promise<void> {
  await query({
    text: `UPDATE chatferry.run SET ended_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint, ended_as = $3, reason = $4
           WHERE job = $1 AND number = $2`,
    values: [
      job,
      run,
      reason === undefined ? 'finished' : 'stopped',
      reason === undefined ? null : JSON.stringify(reason),
    ],
  });
}
