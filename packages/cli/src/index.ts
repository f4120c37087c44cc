export type { Kind, Row } from '@chatferry/contract';
export { importRows, planFiles, planRows, runJob } from './library.ts';
export type { ImportOptions, PlanOptions, PlanOutcome, RowsByKind, Target } from './library.ts';
