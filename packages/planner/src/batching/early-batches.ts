import type { Kind } from '@chatferry/contract';
import type { EarlyRecords } from '../checking/kind-intake.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import { BatchCutter, batchBytes } from './batch-cutter.ts';
import type { BatchSink } from './batch-sink.ts';

/** Bytes of a block's records that there is room for at first. */
const FIRST_ROOM = 1024 * 1024;
/** Requests that may be larger than this would take too much memory. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

/**
 * Whether batches of users, groups and memberships can be cut while their records come in: when the first of several
 * records with one id wins, and no later row adds or removes any.
 */
export function canCutEarly(rules: PlanRules): boolean {
  return (
    rules.duplicates === 'first' &&
    rules.onMissingUser === 'reject' &&
    rules.twoPersonGroups !== 'direct' &&
    rules.maxRequestBytes <= MAX_REQUEST_BYTES
  );
}

/**
 * Cuts the batches of one kind block by block, dealt to the lanes in turn. The records come to the sink without having
 * been read back from disk, and are written while the next ones are still being judged.
 */
export class EarlyBatches implements EarlyRecords {
  readonly #cutter: BatchCutter;
  readonly #blockStart: number;
  #arena: Uint8Array;

  constructor(kind: Kind, rules: PlanRules, sink: BatchSink) {
    this.#blockStart = batchBytes(kind, Infinity, rules);
    this.#arena = new Uint8Array(this.#blockStart + FIRST_ROOM);
    // Of lanes that are filled in turn one is open at a time, so all of them can have the same room.
    this.#cutter = new BatchCutter(kind, this.#arena, 0, rules, sink);
  }

  /** Makes the bytes of a block ready to be added. */
  load(wire: Uint8Array): void {
    if (this.#blockStart + wire.length > this.#arena.length) {
      const larger = new Uint8Array(this.#blockStart + wire.length * 2);
      larger.set(this.#arena.subarray(0, this.#blockStart));
      this.#arena = larger;
      this.#cutter.moveTo(larger);
    }
    this.#arena.set(wire, this.#blockStart);
  }

  /** Adds a record of the loaded block. */
  add(start: number, end: number, origin: number): void {
    this.#cutter.addInTurn(this.#blockStart + start, this.#blockStart + end, origin);
  }

  /** No more records will come. */
  finish(): void {
    this.#cutter.finish();
  }
}
