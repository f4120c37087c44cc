import type { Kind } from '@chatferry/contract';
import type { Batch } from './batch.ts';
import type { PlanRules } from './plan-rules.ts';
import type { CauseGroup, PlanSummary } from './plan-summary.ts';
import type { PlanInput } from './provenance.ts';

/** Opens a plan for reading. @throws {PlanError} `no-plan`, `not-a-plan`, `other-version` or `damaged` */
export function openPlan(path: string): Plan {
  throw new Error(`not there yet: ${path}`);
}

/** A finished plan: never changes, and any number of processes may read it at once. */
export declare class Plan implements Disposable {
  readonly path: string;
  /** The content hash: the same for the same rows and rules. */
  readonly id: string;
  /** Of the chatferry that made it. */
  readonly version: string;
  readonly summary: PlanSummary;
  readonly inputs: readonly PlanInput[];
  readonly rules: PlanRules;
  readonly config: unknown;
  readonly lanes: number;
  /** @throws {RangeError} when the plan has no such batch */
  batch(seq: number): Batch;
  /** The batches of one kind in one lane, in order, read one at a time. @param afterSeq leaves out all up to it */
  batches(kind: Kind, lane: number, afterSeq?: number): IterableIterator<Batch>;
  batchCount(kind: Kind): number;
  /** The record with this id, found by reading through the batches of its kind. @returns undefined when there is none */
  find(kind: Kind, id: string): { batch: Batch; index: number } | undefined;
  /** Every group of problems, largest first. */
  causes(): IterableIterator<CauseGroup>;
  /** The ids that had to be changed. */
  idMap(): IterableIterator<{ kind: Kind; legacy: string; service: string }>;
  /** The users made up, with where they were missed first. */
  placeholders(): IterableIterator<{ uid: string; file: string; line: number }>;
  close(): void;
  [Symbol.dispose](): void;
}
