export { ApiError, createClient } from '@chatferry/client';
export { type Kind, type Row, serviceId } from '@chatferry/contract';
export {
  type CountOrShare,
  explainError,
  type ExplainedError,
  type IgnoredFile,
  type ImportOptions,
  type ImportOutcome,
  JobError,
  jobStatus,
  type JobStatus,
  type JobErrorCode,
  type PlanFilesOptions,
  planFiles,
  type PlanOptions,
  planRows,
  type PlanSettings,
  type RepairJobOptions,
  type RepairOutcome,
  type RowsByKind,
  type RunJobOptions,
  type RunOutcome,
  type Sum,
  type Sums,
  type StepName,
  type Target,
  type VerifyEvent,
  type VerifyJobOptions,
  type VerifyOutcome,
} from '@chatferry/job';
export { type Config, defineConfig, type FileConfig, type KindConfig } from './define-config.ts';
export { importRows, repairJob, retryJob, runJob, undoJob, verifyJob } from './library.ts';
export {
  InputError,
  type KindMapping,
  type LeftOut,
  type Transform,
  type TransformContext,
} from '@chatferry/parsers';
export { PlanError, type PlanSummary } from '@chatferry/planner';
export { JobLockedError, LedgerError, type RunEvent, type RunOptions } from '@chatferry/runner';
