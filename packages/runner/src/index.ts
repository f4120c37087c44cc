export type { Durability } from './fast-path/durability.ts';
export { compareAgain } from './compare-again.ts';
export {
  compareKind,
  compareKindsOfList,
  type HeldCounts,
  type KindToCompare,
} from './comparing/compare-kind.ts';
export { isSameList } from './comparing/read-held.ts';
export { openPartToRead } from './comparing/part/open-part.ts';
export type { PartToRead } from './comparing/part/part-to-read.ts';
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
export type { Lease } from './job/lease.ts';
export { isRehearsal, type JobTarget, nameOfTarget, placeOf } from './ledger/job-target.ts';
export type { Destination } from './ledger/sqlite/destination.ts';
export type {
  BatchEntry,
  BatchMarks,
  RecordOutcome,
  StoredBatch,
  StoredOutcome,
} from './ledger/batch-entry.ts';
export type {
  LaneStart,
  LedgerStore,
  OpenBatch,
  Routes,
  SettledBatch,
} from './ledger/ledger-store.ts';
export { type LandedMarks, openLandedMarks } from './ledger/sqlite/landed-marks.ts';
export { LedgerError, type LedgerErrorCode } from './ledger/ledger-error.ts';
export type { Ledger } from './ledger/sqlite/ledger.ts';
export type { LedgerReader } from './ledger/sqlite/ledger-reader.ts';
export { readJob } from './ledger/sqlite/read-job.ts';
export {
  LATENCY_BUCKETS,
  latencyBucket,
  latencyPercentile,
  type MinuteRow,
} from './ledger/minute-row.ts';
export {
  type LedgerHead,
  type LedgerRow,
  type LedgerTable,
  ledgerTables,
  readLedgerCopy,
  writeLedgerCopy,
} from './ledger/sqlite/ledger-copy.ts';
export { leaveToStore, markMoved, movedLedger } from './ledger/sqlite/moved-ledger.ts';
export type { MovedLedger } from './ledger/sqlite/moved-mark.ts';
export { checkLedger } from './ledger/check-ledger.ts';
export { countMarks } from './ledger/marks.ts';
export {
  firstSpan,
  type FoundMessage,
  type MessageIdStore,
  WANTED_AT_ONCE,
  type WantedMessage,
  type WantedSpan,
} from './ledger/message-id-store.ts';
export {
  firstRunAt,
  openLedger,
  plannedOf,
  rememberedDestination,
  sentDestination,
  remembersLive,
} from './ledger/sqlite/open-ledger.ts';
export {
  type CountsByKind,
  type KindCounts,
  notCompared,
  type Outcome,
  type OutcomeCounts,
  PRESENT_DIFFERS,
} from './terms/outcome.ts';
export type { Control, ControlState } from './pacing/control.ts';
export { Moment } from './pacing/leave-by.ts';
export type { MakePace, NoSlot, Pace, Pacing, QuotaScope, Slot } from './pacing/pace.ts';
export { quotaGapMs } from './pacing/quota-gap.ts';
export type { Rate } from './terms/rate.ts';
export {
  changedCounts,
  combined as combinedCounts,
  none as noOutcomes,
  settledRecords,
} from './terms/outcome-counts.ts';
export {
  endsAt,
  parseTimetable,
  rateAt,
  sendsAgainAt,
  type Timetable,
  TimetableError,
} from './terms/timetable.ts';
export { type FailedRecord, failedRecords } from './reports/failed-records.ts';
export { type JobAccount, jobAccount } from './reports/job-account.ts';
export type { LossGroup, SkipGroup } from './ledger/sqlite/losses-by-cause.ts';
export { type SkippedCount, SkippedTally } from './terms/skipped-tally.ts';
export { type RecordStory, recordStory } from './reports/record-story.ts';
export type { PastRun } from './ledger/sqlite/run-history.ts';
export { type KindStatus, runStatus, type Status } from './reports/run-status.ts';
export type { TroubleGroup } from './ledger/sqlite/troubles-by-code.ts';
export { findRemovals, type OwnCounts } from './removing/find-removals.ts';
export type { ChangeToKeep } from './removing/removal-search.ts';
export { isRemoval } from './ledger/kind-order.ts';
export { type BatchOwnership, ownershipOf } from './removing/ownership.ts';
export { isOfItsTime } from './comparing/proof.ts';
export { type MissingRecord, retryMissing } from './retry-missing.ts';
export { retry, type RetryCount, type RetryCounts } from './retry.ts';
export type { RunEvent } from './terms/run-event.ts';
export type { RouteName, RunOptions } from './terms/run-options.ts';
export type { RunResult } from './run-result.ts';
export { run, runShift } from './run.ts';
export type { ShiftJob } from './job/job.ts';
export type { ShiftResult } from './run-result.ts';
export type { ShiftStep } from './steps.ts';
export type { StopSignals } from './watched.ts';
export type { Change } from './sending/change-tally.ts';
export { type LiveOperations, liveOperations, liveText } from './sending/live-operations.ts';
export type { StopCode, StopReason } from './terms/stop-reason.ts';
export type { Trouble } from './terms/trouble.ts';
