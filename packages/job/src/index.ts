export type { CountOrShare } from './accounting/count-or-share.ts';
export type { Sum, Sums } from './accounting/sums.ts';
export { type CheckedJob, checkJob } from './checking/check-job.ts';
export type { Conclusion } from './conclusion/conclusion.ts';
export { type ExplainedError, explainError } from './errors/explain-error.ts';
export { JobError, type JobErrorCode } from './errors/job-error.ts';
export { type Explanation, explainRecord } from './explaining/explanation.ts';
export type { ExportManifest } from './exporting/manifest.ts';
export { type JobFolder, jobFolder } from './folder/job-folder.ts';
export type { StepName } from './folder/step-name.ts';
export type { IgnoredFile } from './input/ignored-file.ts';
export {
  type ExportAppOptions,
  type ExportEvent,
  type ExportOutcome,
  exportApp,
} from './library/export-app.ts';
export { checkMedia, copyMedia, type MediaOf } from './library/job-media.ts';
export { importRows } from './library/import-rows.ts';
export type { JobEvent } from './library/job-event.ts';
export { type JobStatus, jobStatus } from './library/job-status.ts';
export type {
  ImportOptions,
  ImportOutcome,
  PlanFilesOptions,
  PlanOptions,
  RowsByKind,
  RunJobOptions,
  RunOutcome,
  ShownPlan as PlanSummary,
  ShownUndo as UndoStatus,
  UndoJobOptions,
  UndoOutcome,
  VerifyEvent,
  VerifyJobOptions,
} from './library/options.ts';
export { planFiles } from './library/plan-files.ts';
export { planRows } from './library/plan-rows.ts';
export type { RepairEvent } from './library/repair-event.ts';
export { type RepairJobOptions, type RepairOutcome, repairJob } from './library/repair-job.ts';
export { retryJob } from './library/retry-job.ts';
export { runJob } from './library/run-job.ts';
export { undoJob } from './library/undo-job.ts';
export { type VerifyOutcome, verifyJob } from './library/verify-job.ts';
export type { PlanningProgress } from './planning/planning-progress.ts';
export type { PlanSettings } from './planning/plan-settings.ts';
export type { Target } from './sending/target.ts';
export type { DatabaseSource, SourceOptions, System } from '@chatferry/sources';
export {
  type Cause as MediaCause,
  type CheckOptions,
  type CopyOptions,
  type CopyProgress,
  type CopyResult,
  type HostHeaders,
  MediaError,
  type MediaCheck,
  type MediaVerification,
  readHostHeaders,
  verifyMedia,
} from '@chatferry/media';
