export { attachmentHostsOf } from './accounting/attachment-hosts.ts';
export type { CountOrShare } from './accounting/count-or-share.ts';
export { type Excluded, excludedOf } from './accounting/excluded.ts';
export { type FilledKinds, filledKinds } from './accounting/filled-kinds.ts';
export { filteredLines } from './accounting/filtered-lines.ts';
export { madeLines } from './accounting/made-lines.ts';
export { allExcluded, areAccepted, rejectedRows } from './accounting/rejected-rows.ts';
export { type ShownSum, type Sums, totalOf, unaccounted } from './accounting/sums.ts';
export { undecidedLines, unreadLines } from './accounting/unread-lines.ts';
export type { ExportManifest } from './exporting/manifest.ts';
export { repairFolder } from './changes/repair-folder.ts';
export type { RepairCounts } from './changes/repair-state.ts';
export type { RepairStep } from './changes/repair-steps.ts';
export { type Finding, checkJob } from './checking/check-job.ts';
export type { Conclusion } from './conclusion/conclusion.ts';
export { undoneText } from './conclusion/headline.ts';
export { type ExplainedError, explainError } from './errors/explain-error.ts';
export { JobError } from './errors/job-error.ts';
export { type Explanation, explainRecord, isKnown } from './explaining/explanation.ts';
export { COMPANION_FIX, changedCompanions } from './folder/companion-files.ts';
export {
  type CutOver,
  cutOverStates,
  hasBegun,
  type ThawReason,
} from './folder/cut-over-status.ts';
export {
  type FollowPace,
  type FollowStatus,
  type ReasonToWait,
  waitReasons,
} from './folder/follow-status.ts';
export { type JobFolder, jobFolder, requirePlan } from './folder/job-folder.ts';
export { makeJobFolder } from './folder/make-job-folder.ts';
export { checkJobFiles, secureJobFolder } from './folder/secure-job-folder.ts';
export type { StepName } from './folder/step-name.ts';
export { whyNotWritten } from './folder/why-not-written.ts';
export {
  type ExportAppOptions,
  type ExportEvent,
  type ExportOutcome,
  exportApp,
} from './library/export-app.ts';
export { type JobEvent, isOfJob } from './library/job-event.ts';
export { type WholeJobStatus, wholeJobStatus } from './library/job-status.ts';
export type { RunEnd, RunOutcome, VerifyEvent } from './library/options.ts';
export type { RepairEvent } from './library/repair-event.ts';
export { type RepairOutcome, repairJob } from './library/repair-job.ts';
export { retryJob } from './library/retry-job.ts';
export { runJob } from './library/run-job.ts';
export { undoAllKinds } from './library/undo-job.ts';
export { type VerifyOutcome, verifyJob } from './library/verify-job.ts';
export { changedSince } from './planning/changed-since.ts';
export { refuseAfterLaterJob } from './planning/later-records.ts';
export { ExportProgress } from './progress/export-progress.ts';
export { Progress } from './progress/progress.ts';
export { endOf, ProgressFile, readProgress } from './progress/progress-file.ts';
export type { RateFacts } from './progress/rate-facts.ts';
export {
  type KindFacts,
  type RunLimits,
  type RunProgress,
  runProgress,
  type WaitFacts,
} from './progress/run-progress.ts';
export { Silence } from './progress/silence.ts';
export { VerifyProgress } from './progress/verify-progress.ts';
export { jobFiles } from './report/job-files.ts';
export { writeReport } from './report/write-report.ts';
export { defaultRunOptions } from './sending/default-run-options.ts';
export {
  keepToInstance,
  keepToTargetBefore,
  knownTarget,
  rememberedOptions,
  rememberedTarget,
} from './sending/job-destination.ts';
export { type JobLedger, type OpenJobLedger, makePrivate } from './sending/job-ledger.ts';
export { jobName } from './sending/job-name.ts';
export { logEvent } from './sending/log-event.ts';
export { readsPerMinute } from './sending/reads-per-minute.ts';
export { logTo } from './sending/run-log.ts';
export { type Target, checkedPlace, checkedTarget } from './sending/target.ts';
export { absentOf, refuseManyAbsent } from './undo-state/absent-records.ts';
export { keptFile, undoFolder } from './undo-state/undo-folder.ts';
export { type UndoStatus, leftOf, removedBy } from './undo-state/undo-state.ts';
export { isForcedUndo, keptHolders } from './undoing/send-undo.ts';
export type { DifferenceLine } from './verifying/differences-file.ts';
export { type KindComparison, extraText, isAsPlanned } from './verifying/kind-tally.ts';
export { skippedLine } from './wording/skipped-line.ts';
export { duration, utcMinute, utcSecond } from './wording/units.ts';
