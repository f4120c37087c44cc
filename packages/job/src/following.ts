export { excludedOf } from './accounting/excluded.ts';
export { sumsOf } from './accounting/sums.ts';
export {
  type CutOver,
  type CutOverState,
  hasBegun,
  type ThawReason,
  type UnarmedReason,
} from './folder/cut-over-status.ts';
export {
  type FollowPace,
  type WriterStatus,
  type SegmentPositions,
  type ReasonToWait,
  waitReasons,
} from './folder/follow-status.ts';
export { namedFolder, type NamedFolder, placesOf } from './folder/named-folder.ts';
export type { DifferingSegment } from './folder/app-comparison-status.ts';
export { secureJobFolder } from './folder/secure-job-folder.ts';
export { ledgerState, removeLedger } from './folder/ledger-state.ts';
export { makeJobFolder } from './folder/make-job-folder.ts';
export { type Compilation, compilePlan } from './planning/compile-plan.ts';
export {
  type DatabaseInput,
  type DatabaseReading,
  databaseReadings,
  type OpenDatabase,
  storedQueries,
} from './planning/database-sources.ts';
export { writeIdMap } from './planning/id-map-file.ts';
export { type GivenSettings, takeOverIds } from './planning/id-settings.ts';
export { storedLookups, withLookupPaths, writeLookups } from './planning/lookups.ts';
export { afterConfigOf, openEarlierJob, sentByChat } from './planning/open-earlier-job.ts';
export { planInputs } from './planning/plan-inputs.ts';
export type { PlanningTask } from './planning/planning-task.ts';
export { defaultPlanSettings, type PlanSettings, rulesFrom } from './planning/plan-settings.ts';
export type { Source } from './planning/source.ts';
export { storedMappings } from './planning/stored-mappings.ts';
export { version } from './planning/version.ts';
export { reportWritten } from './report/report-written.ts';
export { type Sending, sendPlan } from './sending/send-plan.ts';
export { refuseDuringUndo } from './undo-state/undo-state.ts';
export { compareSegments } from './verifying/compare-segments.ts';
export { isAsPlanned, type KindComparison } from './verifying/kind-tally.ts';
export { utcMinute } from './wording/units.ts';
export { checkedTarget } from './sending/target.ts';
