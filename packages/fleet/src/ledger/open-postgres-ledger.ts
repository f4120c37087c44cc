import { jobName } from '@chatferry/job/planned';
import { type Destination, placeOf, plannedOf } from '@chatferry/runner';
import type { Plan } from '@chatferry/planner';
import type { Store } from '../store/store.ts';
import { GroupCommit } from './group-commit.ts';
import type { HeldLanes } from './held-lanes.ts';
import { PostgresLedger } from './postgres-ledger.ts';
import { takeOver } from './take-over.ts';

/** A ledger, with the holder's own data. */
export interface OpenedLedger {
  readonly ledger: PostgresLedger;
  readonly held: HeldLanes;
}

/**
 * Opens the ledger of a plan in a store, and creates it when there is none. Every lane is taken over: a process that held the
 * ledger before can no longer write it.
 *
 * @throws {JobLockedError} while another process runs the job @throws {JobError} `with-workers` or `app-busy` @throws {LedgerError}
 */
export async function openPostgresLedger(
  store: Store,
  plan: Plan,
  to: Destination,
): Promise<OpenedLedger> {
  const held = await takeOver(store, await jobOf(store, plan, to), plan.lanes, to);
  return { ledger: new PostgresLedger(store, held, plannedOf(plan), new GroupCommit(store)), held };
}

/** Finds the job of a plan and an app, and creates it when there is none. @returns its number */
async function jobOf(store: Store, plan: Plan, to: Destination): Promise<number> {
  const { target, options } = to;
  const { appId, region, baseUrl } = target;
  const [job] = await store.query<{ id: number }>({
    text: `INSERT INTO chatferry.job (name, plan, place, inputs, target, options) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (plan, place) DO UPDATE SET plan = excluded.plan -- changes nothing, but returns the row
           RETURNING id`,
    values: [
      jobName(plan, target),
      plan.id,
      placeOf(target),
      JSON.stringify(plan.inputs),
      JSON.stringify({ appId, region, baseUrl }),
      JSON.stringify(options),
    ],
  });
  return job!.id;
}
