export { leftForLater } from './plan/left-for-later.ts';
export { type Batch, bodyOf, entryOf, recordOfEntry } from './plan/batch.ts';
export { ChangePlanWriter, type PlannedChange } from './writing/change-plan-writer.ts';
export type { PlanStep, RowSource } from './compile.ts';
export { type Cost, costOf } from './plan/cost.ts';
export {
  differences,
  isCurrent,
  type CurrentInput,
  type CurrentSources,
} from './plan/differences.ts';
export type { MemoryUse } from './storage/memory-use.ts';
export type { EarlierPart } from './delta/earlier-part.ts';
export type { ChangedRecord, EarlierJob, GoneRecord } from './delta/earlier-job.ts';
export type { EarlierSource } from './delta/earlier-source.ts';
export { LandedIds } from './delta/landed-ids.ts';
export type { DroppedField } from './plan/dropped-field.ts';
export type { MadeRecord } from './plan/made-record.ts';
export { openPlan } from './plan/open-plan.ts';
export { Plan } from './plan/plan.ts';
export type { PlanProgress } from './batching/cut-batches.ts';
export { PlanError, type PlanErrorCode } from './plan/plan-error.ts';
export type { RelationLimits, PlanRules } from './plan/plan-rules.ts';
export type {
  CauseGroup,
  CodeTotal,
  DeltaSummary,
  ExportSummary,
  FilteredRows,
  UndecidedColumn,
  UnreadPlace,
  KindSummary,
  MediaSummary,
  AttachmentHost,
  NeededRole,
  PlanSummary,
  ProblemRoot,
  RootCause,
} from './plan/plan-summary.ts';
export type { CompanionFile, PlanInput, Provenance } from './plan/provenance.ts';
export type { Reject } from './plan/reject.ts';
export { type AddedSegment, appendSegment, type NewSegment } from './writing/append-segment.ts';
export {
  batchPlace,
  earlierPart,
  type KnownPlaces,
  type KnownRecord,
  KnownRecords,
  landedPlace,
  placeInBatch,
} from './delta/known-records.ts';
export { subjectOf } from './plan/superseded.ts';
export type { BatchRange, PlanSegment } from './plan/plan-segment.ts';
