import { createHash } from 'node:crypto';
import { type Destination, type JobTarget, placeOf, plannedOf } from '@chatferry/runner';
import type { Plan } from '@chatferry/planner';
import { checkVersion } from '../store/migrate.ts';
import type { Store } from '../store/store.ts';
import { PostgresLedger } from './postgres-ledger.ts';
import { takeOver } from './take-over.ts';

/** A job in a store. */
interface StoredJob {
  readonly id: number;
  /** For people and commands. */
  readonly name: string;
}

/** The same for the same plan and app. */
function jobNameOf(plan: Pick<Plan, 'id'>, target: JobTarget): string {
  const hash = createHash('sha256')
    .update(`${plan.id} ${placeOf(target)}`)
    .digest('hex');
  return `${target.appId}-${hash.slice(0, 8)}`;
}

/** Finds the job of a plan and an app, and creates it when there is none. @throws {LedgerError} */
async function storedJob(
  store: Store,
  plan: Plan,
  { target, options }: Destination,
): Promise<StoredJob> {
  await checkVersion(store);
  const { appId, region, baseUrl } = target;
  const [job] = await store.query<StoredJob>({
    text: `INSERT INTO chatferry.job (name, plan, place, inputs, target, options) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (plan, place) DO UPDATE SET target = excluded.target, options = excluded.options
           RETURNING id, name`,
    values: [
      jobNameOf(plan, target),
      plan.id,
      placeOf(target),
      JSON.stringify(plan.inputs),
      JSON.stringify({ appId, region, baseUrl }),
      JSON.stringify(options),
    ],
  });
  return job!;
}

/**
 * Opens the ledger of a plan in a store, and creates it when there is none. Every lane is taken over: a process that held the
 * ledger before can no longer write it.
 *
 * @throws {LedgerError}
 */
export async function openPostgresLedger(
  store: Store,
  plan: Plan,
  to: Destination,
): Promise<PostgresLedger> {
  const { id } = await storedJob(store, plan, to);
  return new PostgresLedger(store, await takeOver(store, id, plan.lanes), plannedOf(plan));
}
