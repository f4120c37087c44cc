import type { Kind } from '@chatferry/contract';
import type { FullBatch } from '../batching/batch-sink.ts';

/** Batches in flight, at most: more than a block of short records gives at once. */
export const SLOTS = 64;
/** Numbers before the rest of a slot: kind, lane, records, bytes. */
const HEAD = 4;
/** Bytes for the last word of the writing thread, as JSON. */
const LAST_WORD = 64 * 1024;

/** Which batches there can be. */
export interface SlotsFormat {
  /** Kinds are passed on by their place in this list: a list, so that the other thread need not load the contract. */
  readonly kinds: readonly Kind[];
  /** Of a batch, at most. */
  readonly records: number;
  readonly bytes: number;
}

/** Values of a signal; those of a slot are `empty` and `full`, `end` is the end of all batches. */
export const signal = { empty: 0, full: 1, end: 2 } as const;

/** Whether the writing thread is still running; stored after the signals of the slots. */
export const outcome = { pending: 0, written: 1, failed: 2 } as const;
export const OUTCOME: number = SLOTS + 1;
/** 1 when the writing thread should give up. */
export const STOP: number = SLOTS + 2;
/** Changes when the writing thread should look again; it is woken for some batches at a time, not for each. */
export const WAKE: number = SLOTS + 3;
export const WAKE_EVERY: number = SLOTS / 4;

/** Memory that two threads share to pass batches from one to the other, slot by slot, in turn. */
export class BatchSlots {
  readonly format: SlotsFormat;
  readonly memory: SharedArrayBuffer;
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

  /** A view of the batch in the slot, good until the slot is emptied. */
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

  /** What the writing thread leaves when it ends. */
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

/** Bytes before everything else. */
const SIGNALS = 512;
