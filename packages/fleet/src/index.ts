export { openJobLedger } from './ledger/run-in-store.ts';
export { exportLedger, importLedger } from './ledger/move-ledger.ts';
export { openPostgresLedger } from './ledger/open-postgres-ledger.ts';
export { PlanCache, type PlanCacheOptions, type PlanSource } from './plans/plan-cache.ts';
export { nameOfStore, hasPassword } from './store/address.ts';
export { migrate, type Migrated } from './queue/migrate.ts';
export { checkVersion } from './store/check-version.ts';
export { Store, type StoreOptions } from './store/store.ts';
export type { PostgresLedger } from './ledger/postgres-ledger.ts';
export { StoreLease } from './ledger/store-lease.ts';
export { BossQueue } from './queue/boss-queue.ts';
export type { Shift, ShiftQueue, TakenShift } from './queue/shift-queue.ts';
export { work } from './shifts/worker.ts';
export type { WorkerEvent, WorkerOptions } from './shifts/worker-options.ts';
export { cancelJob, pauseJobs, resumeJob, setJobRate } from './jobs/operate.ts';
export { type JobState, jobStates } from './jobs/job-states.ts';
export {
  type FleetState,
  fleetState,
  type HeldPart,
  type TakeOver,
  type WorkerState,
} from './jobs/fleet-state.ts';
export { type Submission, submit, type Submitted } from './jobs/submit.ts';
export type { JobSettings } from './jobs/worked-job.ts';
