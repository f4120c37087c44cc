import type { Kind } from '@chatferry/contract';
import type { EarlyRecords } from '../intake/kind-intake.ts';
import { makesWhileReading } from '../making/making-rules.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import { copyBytes } from '../storage/copy-bytes.ts';
import { BatchCutter, batchBytes } from './batch-cutter.ts';
import type { BatchSink } from './batch-sink.ts';

/** Initial capacity for the bytes of a block's records. */
const FIRST_BYTES = 1024 * 1024;
/** With larger requests the batches would take too much memory. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

/**
 * Whether batches of users, groups and memberships can be cut while their records are read: only if the first of several records with one
 * id wins, and no later row adds or removes any record.
 */
export function canCutEarly(rules: PlanRules): boolean {
  return (
    rules.duplicates === 'first' &&
    !makesWhileReading(rules) &&
    rules.twoPersonGroups !== 'direct' &&
    rules.maxRequestBytes <= MAX_REQUEST_BYTES
  );
}

/**
 * Cuts the batches of one kind block by block, for the lanes in rotation. The records reach the sink without being read back from disk,
 * and are written while the following records are judged.
 */
export class EarlyBatches implements EarlyRecords {
  readonly #cutter: BatchCutter;
  readonly #blockStart: number;
  #arena: Uint8Array;

  constructor(kind: Kind, rules: PlanRules, sink: BatchSink) {
    this.#blockStart = batchBytes(kind, Infinity, rules);
    this.#arena = new Uint8Array(this.#blockStart + FIRST_BYTES);
    // In rotation only one lane is open at a time, so all of them can share the same memory.
    this.#cutter = new BatchCutter(kind, this.#arena, 0, rules, sink);
  }

  /** Copies the bytes of a block to the arena. */
  load(wire: Uint8Array): void {
    if (this.#blockStart + wire.length > this.#arena.length) {
      const larger = new Uint8Array(this.#blockStart + wire.length * 2);
      larger.set(this.#arena.subarray(0, this.#blockStart));
      this.#arena = larger;
      this.#cutter.moveTo(larger);
    }
    copyBytes(wire, 0, wire.length, this.#arena, this.#blockStart);
  }

  /** Copies the bytes between two offsets of the loaded block again. */
  change(wire: Uint8Array, start: number, end: number): void {
    copyBytes(wire, start, end, this.#arena, this.#blockStart + start);
  }

  /** Adds a record of the loaded block. */
  add(start: number, end: number, origin: number): void {
    this.#cutter.addInTurn(this.#blockStart + start, this.#blockStart + end, origin);
  }

  /** Passes on the last batch. No record may be added afterwards. */
  finish(): void {
    this.#cutter.finish();
  }
}
