import type { Kind, RecordBlock } from '@chatferry/contract';
import type { PlanRules } from './plan-rules.ts';
import type { PlanSummary } from './plan-summary.ts';
import type { Provenance } from './provenance.ts';
import type { Reject } from './reject.ts';

/** How far the making of the batches has come. */
export interface PlanProgress {
  readonly kind: Kind;
  /** Records put into batches so far. */
  readonly done: number;
  readonly total: number;
}

/** Makes a plan out of judged records. */
export declare class PlanCompiler implements Disposable {
  constructor(path: string, rules: PlanRules, onReject: (reject: Reject) => void);
  /** Takes in a block. Kinds come in the order of `kindsInOrder`. The block may be used again afterwards. */
  add(block: RecordBlock): void;
  /** Makes the batches and puts the plan in its place. */
  finish(provenance: Provenance): PlanSummary;
  /** The same step by step, for callers that show progress or must stay interruptible. */
  finishing(provenance: Provenance): Generator<PlanProgress, PlanSummary>;
  /** Removes what was built, unless it is finished. */
  [Symbol.dispose](): void;
}
