export { ApiError, createClient } from '@chatferry/client';
export { type Kind, type Row, serviceId } from '@chatferry/contract';
export { InputError, type KindMapping } from '@chatferry/parsers';
export { PlanError, type PlanSummary } from '@chatferry/planner';
export { JobLockedError, LedgerError, type RunEvent, type RunOptions } from '@chatferry/runner';
export type { CountOrShare } from './accounting/count-or-share.ts';
export type { Target } from './sending/target.ts';
export { importRows } from './library/import-rows.ts';
export type {
  ImportOptions,
  ImportOutcome,
  PlanFilesOptions,
  PlanOptions,
  RowsByKind,
  RunJobOptions,
  RunOutcome,
} from './library/options.ts';
export { planFiles } from './library/plan-files.ts';
export { planRows } from './library/plan-rows.ts';
export { runJob } from './library/run-job.ts';
export type { PlanSettings } from './planning/plan-settings.ts';
export { JobError, type JobErrorCode } from './errors/job-error.ts';
export type { Sum, Sums } from './accounting/sums.ts';
