export { conversationOf } from './indexing/conversation-of.ts';
export { filePieces } from './input/file-pieces.ts';
export { findExports } from './input/find-exports.ts';
export { type Declared, type FoundInput, findInputs } from './input/find-inputs.ts';
export { inputKey } from './input/input-key.ts';
export type { IgnoredFile } from './input/ignored-file.ts';
export { leadsOutside } from './input/leads-outside.ts';
export type { PlanningProgress } from './planning/planning-progress.ts';
export { type DatabaseInput, databaseInput } from './planning/database-sources.ts';
export { type DeclaredMapping, mappingsOfKinds, readingsOf } from './planning/declared-mapping.ts';
export { mappedFile } from './planning/mapped-file.ts';
export { type OtherKinds, otherKinds } from './planning/other-kinds.ts';
export { mostReplies, planFinishTime } from './planning/finish-time.ts';
export { type PlanSettings, defaultPlanSettings } from './planning/plan-settings.ts';
export { RowAccounts } from './planning/row-accounts.ts';
export {
  type DatabaseSource,
  type SourceOptions,
  databaseSource,
  driverOf,
  type ColumnOfDump,
  type DatabasePlace,
  InspectedDatabase,
  keyOf,
  nameOf,
  type SampledValue,
  sourceOptions,
} from '@chatferry/sources';
export { conversationsIn } from './planning/only-conversations.ts';
export { planAllKinds } from './library/plan-files.ts';
export type { InputRules, PlanFilesOptions } from './library/options.ts';
export type { FoundInputs } from './input/find-inputs.ts';
