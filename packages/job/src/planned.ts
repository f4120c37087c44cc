export { attachmentHostsOf } from './accounting/attachment-hosts.ts';
export { type CountOrShare, isWithin } from './accounting/count-or-share.ts';
export { type Excluded, excludedOf } from './accounting/excluded.ts';
export { filteredLines } from './accounting/filtered-lines.ts';
export { undecidedLines, unreadLines } from './accounting/unread-lines.ts';
export { madeLines } from './accounting/made-lines.ts';
export { allExcluded, allRows, rejectedRows, wrongRows } from './accounting/rejected-rows.ts';
export { type ShownSum, type Sums, sumsOf, totalOf, unaccounted } from './accounting/sums.ts';
export { concludeRun } from './conclusion/conclude-job.ts';
export type { Conclusion } from './conclusion/conclusion.ts';
export { undoneText } from './conclusion/headline.ts';
export type { JobState } from './conclusion/job-state.ts';
export { comparesAgain, finishRepair } from './changes/finish-repair.ts';
export { prepareRepair } from './changes/prepare-repair.ts';
export { repairFolder } from './changes/repair-folder.ts';
export {
  type RepairCounts,
  type RepairState,
  partsLeft,
  unfinishedRepair,
} from './changes/repair-state.ts';
export type { RepairStep } from './changes/repair-steps.ts';
export { usableVerification } from './changes/usable-verification.ts';
export { type Finding, checkJob } from './checking/check-job.ts';
export { type ExplainedError, explainError } from './errors/explain-error.ts';
export { JobError } from './errors/job-error.ts';
export { type Explanation, explainRecord, isKnown } from './explaining/explanation.ts';
export { COMPANION_FIX, changedCompanions } from './folder/companion-files.ts';
export { type JobFolder, jobFolder, requirePlan } from './folder/job-folder.ts';
export { checkJobFiles, secureJobFolder } from './folder/secure-job-folder.ts';
export type { StepName } from './folder/step-name.ts';
export { whyNotWritten } from './folder/why-not-written.ts';
export { type JobStatus, jobStatus } from './library/job-status.ts';
export { isOfJob, type JobEvent } from './library/job-event.ts';
export type { RunOutcome, UndoOutcome, VerifyEvent } from './library/options.ts';
export type { RepairEvent } from './library/repair-event.ts';
export { repairJob, type RepairOutcome } from './library/repair-job.ts';
export { retryJob } from './library/retry-job.ts';
export { runJob } from './library/run-job.ts';
export { undoJob } from './library/undo-job.ts';
export { verifyJob, type VerifyOutcome } from './library/verify-job.ts';
export { changedSince } from './planning/changed-since.ts';
export { writeReport } from './report/write-report.ts';
export { defaultRunOptions } from './sending/default-run-options.ts';
export { knownTarget, rememberedOptions, rememberedTarget } from './sending/job-destination.ts';
export { jobName } from './sending/job-name.ts';
export type { JobLedger, OpenJobLedger } from './sending/job-ledger.ts';
export { sendPlan } from './sending/send-plan.ts';
export { type Target, checkedPlace, checkedTarget } from './sending/target.ts';
export { absentOf, refuseManyAbsent } from './undo-state/absent-records.ts';
export { keptFile, undoFolder } from './undo-state/undo-folder.ts';
export { type UndoStatus, leftOf, removedBy, undoStatus } from './undo-state/undo-state.ts';
export { READS_PER_MINUTE, planUndo } from './undoing/plan-undo.ts';
export { isForcedUndo, keptHolders, sendUndo } from './undoing/send-undo.ts';
export { setLedgerAside } from './undoing/set-ledger-aside.ts';
export { type KindComparison, extraText, isAsPlanned } from './verifying/kind-tally.ts';
export { markForRetry } from './verifying/mark-for-retry.ts';
export { skippedLine } from './wording/skipped-line.ts';
export { duration, utcMinute, utcSecond } from './wording/units.ts';
