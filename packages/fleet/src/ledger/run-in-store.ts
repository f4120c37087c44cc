import { type JobFolder, type JobLedger, makePrivate } from '@chatferry/job';
import type { Plan } from '@chatferry/planner';
import { type Destination, leaveToStore } from '@chatferry/runner';
import { checkVersion } from '../store/migrate.ts';
import type { Store } from '../store/store.ts';
import { openPostgresLedger } from './open-postgres-ledger.ts';
import { StoreLease } from './store-lease.ts';

/**
 * Opens the ledger of a job in a store, for a run. The job folder keeps that the ledger is there.
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
  const one = async <Row>(text: string, ...values: unknown[]): Promise<Row | undefined> =>
    (await store.query<Row>({ text, values: [held.job, ...values] }))[0];
  return {
    store: ledger,
    lease,
    pacing: lease.pacing,
    instance: async () => {
      const text = 'SELECT instance FROM chatferry.job WHERE id = $1';
      return (await one<{ instance: string | null }>(text))?.instance ?? undefined;
    },
    keepInstance: async (instance) => {
      await one('UPDATE chatferry.job SET instance = $2 WHERE id = $1', instance);
    },
    hasSettled: async () => {
      const text =
        'SELECT 1 FROM chatferry.lane WHERE job = $1 AND created + present + failed + skipped + unresolved > 0 LIMIT 1';
      return (await one(text)) !== undefined;
    },
    writeErrors: async () => {},
    [Symbol.asyncDispose]: () => lease[Symbol.asyncDispose](),
  };
}
