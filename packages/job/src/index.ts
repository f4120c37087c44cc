export { type CountOrShare, isWithin } from './accounting/count-or-share.ts';
export { type Excluded, excludedOf } from './accounting/excluded.ts';
export { filteredLines } from './accounting/filtered-lines.ts';
export { undecidedLines, unreadLines } from './accounting/unread-lines.ts';
export { madeLines } from './accounting/made-lines.ts';
export { allExcluded, allRows, rejectedRows, wrongRows } from './accounting/rejected-rows.ts';
export {
  unaccounted,
  type ShownSum,
  type Sum,
  type Sums,
  sumsOf,
  totalOf,
} from './accounting/sums.ts';
export { concludeRun } from './conclusion/conclude-job.ts';
export type { Conclusion } from './conclusion/conclusion.ts';
export { undoneText } from './conclusion/headline.ts';
export type { JobState } from './conclusion/job-state.ts';
export { comparesAgain, finishRepair } from './changes/finish-repair.ts';
export { prepareRepair, type RepairToPrepare } from './changes/prepare-repair.ts';
export { repairFolder } from './changes/repair-folder.ts';
export {
  partsLeft,
  type RepairCounts,
  type RepairState,
  unfinishedRepair,
} from './changes/repair-state.ts';
export type { RepairStep } from './changes/repair-steps.ts';
export { usableVerification } from './changes/usable-verification.ts';
export { type CheckedJob, checkJob, type Finding } from './checking/check-job.ts';
export { explainError, type ExplainedError } from './errors/explain-error.ts';
export { JobError, type JobErrorCode } from './errors/job-error.ts';
export { type Explanation, explainRecord } from './explaining/explanation.ts';
export { changedCompanions, COMPANION_FIX } from './folder/companion-files.ts';
export { type JobFolder, jobFolder, requirePlan } from './folder/job-folder.ts';
export { makeJobFolder } from './folder/make-job-folder.ts';
export { checkJobFiles, secureJobFolder } from './folder/secure-job-folder.ts';
export type { JobStep, StepName } from './folder/step-name.ts';
export { whyNotWritten } from './folder/why-not-written.ts';
export { filePieces } from './input/file-pieces.ts';
export {
  type Declarations,
  type Declared,
  findInputs,
  type FoundInput,
  type FoundInputs,
  type IgnoredFile,
} from './input/find-inputs.ts';
export { gather, type GatheredFiles } from './input/gather-files.ts';
export { findExports, type FoundExports } from './input/find-exports.ts';
export { leadsOutside } from './input/leads-outside.ts';
export { importRows } from './library/import-rows.ts';
export type { JobEvent } from './library/job-event.ts';
export type {
  ImportOptions,
  ImportOutcome,
  PlanFilesOptions,
  PlanOptions,
  RowsByKind,
  RunJobOptions,
  RunOutcome,
  UndoJobOptions,
  UndoOutcome,
  VerifyEvent,
  VerifyJobOptions,
} from './library/options.ts';
export { jobStatus, type JobStatus } from './library/job-status.ts';
export { planFiles } from './library/plan-files.ts';
export { planRows } from './library/plan-rows.ts';
export type { RepairEvent } from './library/repair-event.ts';
export { repairJob, type RepairJobOptions, type RepairOutcome } from './library/repair-job.ts';
export { retryJob } from './library/retry-job.ts';
export { runJob } from './library/run-job.ts';
export { undoJob } from './library/undo-job.ts';
export { verifyJob, type VerifyOutcome } from './library/verify-job.ts';
export { countAnswers, type MeasuredApp } from './metrics/app-metrics.ts';
export { Metrics, type StoreWatch } from './metrics/metrics.ts';
export { RunMetrics } from './metrics/run-metrics.ts';
export {
  type Health,
  type MetricsAddress,
  type MetricsServer,
  serveMetrics,
} from './metrics/serve-metrics.ts';
export { changedSince } from './planning/changed-since.ts';
export { type OtherKinds, otherKinds } from './planning/other-kinds.ts';
export { mappedFile } from './planning/mapped-file.ts';
export type { PlanningProgress } from './planning/compile-plan.ts';
export { type DeclaredMapping, mappingsOfKinds, readingsOf } from './planning/declared-mapping.ts';
export { mostReplies, planFinishTime } from './planning/plan-finish-time.ts';
export { LANES } from './planning/lanes.ts';
export {
  planInputs,
  type PlannedInputs,
  type PlanningTask,
  type PlanningWatch,
} from './planning/plan-inputs.ts';
export { defaultPlanSettings, type PlanSettings } from './planning/plan-settings.ts';
export { type JobFile, jobFiles } from './report/job-files.ts';
export { writeReport } from './report/write-report.ts';
export { defaultRunOptions } from './sending/default-run-options.ts';
export { keepToInstance, rememberedOptions, rememberedTarget } from './sending/job-destination.ts';
export { jobName } from './sending/job-name.ts';
export { logEvent } from './sending/log-event.ts';
export { logTo } from './sending/run-log.ts';
export { type JobLedger, makePrivate } from './sending/job-ledger.ts';
export { type Sending, sendPlan } from './sending/send-plan.ts';
export { checkedPlace, checkedTarget, type Target } from './sending/target.ts';
export type { DifferenceLine, DifferencesSeal } from './verifying/differences-file.ts';
export {
  type FieldCount,
  extraText,
  isAsPlanned,
  type KindComparison,
  type RecordPlace,
} from './verifying/kind-tally.ts';
export { markForRetry, type MarkedForRetry } from './verifying/mark-for-retry.ts';
export type { Verification } from './verifying/verification.ts';
export { duration, utcMinute, utcSecond } from './wording/units.ts';
export { type DatabaseInput, databaseInput } from './planning/database-sources.ts';
export {
  type DatabaseSource,
  databaseSource,
  nameOf,
  type SourceOptions,
  sourceOptions,
  type System,
  systems,
} from '@chatferry/sources';
export { planUndo, READS_PER_MINUTE, type UndoPlanning } from './undoing/plan-undo.ts';
export { isForcedUndo, sendUndo, type UndoSending } from './undoing/send-undo.ts';
export { setLedgerAside } from './undoing/set-ledger-aside.ts';
export { keptFile, type UndoConfig, undoFolder } from './undo-state/undo-folder.ts';
export { leftOf, refuseDuringUndo, undoStatus, type UndoStatus } from './undo-state/undo-state.ts';
export type { RecordRemoval } from './undoing/removal-of.ts';
