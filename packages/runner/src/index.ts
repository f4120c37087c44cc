export { compareKind, type HeldCounts, type KindToCompare } from './comparing/compare-kind.ts';
export type { PlannedRecord } from './comparing/planned-records.ts';
export type { ComparedRecord } from './comparing/record-comparison.ts';
export { pauseRun, readControl, resumeRun, setRate } from './job/control.ts';
export {
  type JobHolder,
  jobHolder,
  type JobLock,
  JobLockedError,
  lockJob,
} from './job/job-lock.ts';
export type { Job } from './job/job.ts';
export { isRehearsal, type JobTarget, nameOfTarget, placeOf } from './job/job-target.ts';
export type { Destination } from './ledger/destination.ts';
export { LedgerError, type LedgerErrorCode } from './ledger/ledger-error.ts';
export type { Ledger } from './ledger/ledger.ts';
export { checkLedger } from './ledger/check-ledger.ts';
export { openLedger, rememberedDestination } from './ledger/open-ledger.ts';
export {
  type CountsByKind,
  type KindCounts,
  notCompared,
  type Outcome,
  type OutcomeCounts,
} from './outcome.ts';
export type { ControlState } from './pacing/control.ts';
export type { Rate } from './pacing/rate.ts';
export { parseTimetable, rateAt, type Timetable, TimetableError } from './pacing/timetable.ts';
export { type FailedRecord, failedRecords } from './reports/failed-records.ts';
export { type JobAccount, jobAccount } from './reports/job-account.ts';
export type { LossGroup, SkipGroup } from './reports/losses-by-cause.ts';
export { type RecordStory, recordStory } from './reports/record-story.ts';
export type { PastRun } from './reports/run-history.ts';
export { type KindStatus, runStatus, type Status } from './reports/run-status.ts';
export type { TroubleGroup } from './reports/troubles-by-code.ts';
export { type MissingRecord, retryMissing } from './retry-missing.ts';
export { retry, type RetryCount, type RetryCounts } from './retry.ts';
export type { RunEvent } from './run-event.ts';
export type { RouteName, RunOptions } from './run-options.ts';
export { run, type RunResult, type StopSignals } from './run.ts';
export type { Change } from './sending/change-tally.ts';
export type { StopCode, StopReason } from './stop-reason.ts';
export type { Trouble } from './trouble.ts';
