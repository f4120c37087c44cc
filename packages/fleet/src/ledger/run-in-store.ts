import { type JobFolder, type JobLedger, makePrivate } from '@chatferry/job/planned';
import type { Plan } from '@chatferry/planner';
import { type Destination, leaveToStore } from '@chatferry/runner';
import { checkVersion } from '../store/check-version.ts';
import type { Store } from '../store/store.ts';
import { openPostgresLedger } from './open-postgres-ledger.ts';
import { storedInstance } from './stored-instance.ts';
import { StoreLease } from './store-lease.ts';

/**
 * Opens the ledger of a job in a store, for a run. The job folder records that the store has the ledger.
 *
 * @throws {JobLockedError} while another process runs the job @throws {LedgerError}
 */
export async function openJobLedger(
  store: Store,
  job: JobFolder,
  plan: Plan,
  to: Destination,
): Promise<JobLedger> {
  const id = await checkVersion(store);
  makePrivate(job.ledger);
  leaveToStore(job.ledger, plan, to, { id, name: store.name });
  const { ledger, held } = await openPostgresLedger(store, plan, to);
  const lease = new StoreLease(store, held);
  return {
    store: ledger,
    lease,
    pacing: lease.pacing,
    ...storedInstance(store, held.job),
    writeErrors: async () => {},
    [Symbol.asyncDispose]: () => lease[Symbol.asyncDispose](),
  };
}
