import type { Kind } from '@chatferry/contract';
import type { FullBatch } from '../batching/batch-sink.ts';

/** Number of slots: more than the batches that a block of short records makes. */
export const SLOTS = 64;
/** 32-bit numbers at the start of a slot: kind, lane, records, bytes. */
const HEAD = 4;
/** Bytes for the result of the writing thread, as JSON. */
const LAST_WORD = 64 * 1024;

/** The maximum dimensions of a batch. */
export interface SlotsFormat {
  /** Kinds are passed as indexes in this list, so that the other thread need not load the contract. */
  readonly kinds: readonly Kind[];
  /** Maximum number of records and bytes of a batch. */
  readonly records: number;
  readonly bytes: number;
}

/** Values of a signal; those of a slot are `empty` and `full`; `end` follows the last batch. */
export const signal = { empty: 0, full: 1, end: 2 } as const;

/** Values of the signal at index `OUTCOME`, after those of the slots: whether the writing thread still runs, or how it ended. */
export const outcome = { pending: 0, written: 1, failed: 2 } as const;
export const OUTCOME: number = SLOTS + 1;
/** 1 when the writing thread should stop. */
export const STOP: number = SLOTS + 2;
/** Incremented when the writing thread should check the slots: once for several batches. */
export const WAKE: number = SLOTS + 3;
export const WAKE_EVERY: number = SLOTS / 4;

/** Memory that two threads share to pass batches, slot by slot in rotation. */
export class BatchSlots {
  readonly format: SlotsFormat;
  readonly memory: SharedArrayBuffer;
  /** Index 0 to `SLOTS` − 1: the slots. Then `OUTCOME`, `STOP` and `WAKE`. */
  readonly signals: Int32Array<SharedArrayBuffer>;
  readonly #slotBytes: number;

  constructor(format: SlotsFormat, memory?: SharedArrayBuffer) {
    const numbers = (HEAD + format.records * 3) * 4;
    this.#slotBytes = numbers + Math.ceil(format.bytes / 8) * 8;
    this.format = format;
    this.memory = memory ?? new SharedArrayBuffer(SIGNALS + LAST_WORD + SLOTS * this.#slotBytes);
    this.signals = new Int32Array(this.memory, 0, WAKE + 1);
  }

  write(slot: number, { kind, lane, records, ends, origins, body }: FullBatch): void {
    const at = this.#startOf(slot);
    const head = [this.format.kinds.indexOf(kind), lane, records, body.length];
    new Uint32Array(this.memory, at, HEAD).set(head);
    const numbers = new Uint32Array(this.memory, at + HEAD * 4, this.format.records * 3);
    numbers.set(ends);
    numbers.set(origins, this.format.records);
    new Uint8Array(this.memory, this.#bodyOf(slot), body.length).set(body);
  }

  /** A view of the batch in the slot, valid until the slot is emptied. */
  read(slot: number): FullBatch {
    const at = this.#startOf(slot);
    const [kind, lane, records, bytes] = new Uint32Array(this.memory, at, HEAD);
    const numbers = at + HEAD * 4;
    return {
      kind: this.format.kinds[kind!]!,
      lane: lane!,
      records: records!,
      ends: new Uint32Array(this.memory, numbers, records),
      origins: new Uint32Array(this.memory, numbers + this.format.records * 4, records! * 2),
      body: new Uint8Array(this.memory, this.#bodyOf(slot), bytes),
    };
  }

  /** The result that the writing thread stores when it ends. */
  set lastWord(value: unknown) {
    const text = new TextEncoder().encode(JSON.stringify(value));
    const room = new Uint8Array(this.memory, SIGNALS, LAST_WORD);
    room.fill(0x20);
    room.set(text.subarray(0, LAST_WORD));
  }

  get lastWord(): unknown {
    const text = Buffer.from(this.memory, SIGNALS, LAST_WORD).toString();
    return JSON.parse(text);
  }

  #startOf(slot: number): number {
    return SIGNALS + LAST_WORD + slot * this.#slotBytes;
  }

  #bodyOf(slot: number): number {
    return this.#startOf(slot) + (HEAD + this.format.records * 3) * 4;
  }
}

/** Bytes before the slots. */
const SIGNALS = 512;
