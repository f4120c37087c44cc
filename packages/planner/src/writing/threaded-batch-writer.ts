import type { Worker } from 'node:worker_threads';
import { startThread } from '@chatferry/disk';
import {
  BatchSlots,
  type SlotsFormat,
  WRITER_STATE,
  writerState,
  signal,
  SLOTS,
  STOP,
  WAKE,
  WAKE_EVERY,
} from './batch-slots.ts';
import { BatchDigest } from './batch-digest.ts';
import type { BatchSink, FullBatch, WrittenTotals } from '../batching/batch-sink.ts';
import { heapMiB } from '../storage/thread-heap.ts';
import type { WriterJob } from './writer-job.ts';

/** Longer than any disk needs for one batch. */
const TIMEOUT_MS = 300_000;
const STOP_MS = 10_000;

/** Writes batches in a second thread, so that the caller can make further batches at the same time. */
export class ThreadedBatchWriter implements BatchSink {
  readonly #slots: BatchSlots;
  readonly #worker: Worker;
  readonly #digest = new BatchDigest();
  #next = 0;
  #crash: Error | undefined;

  constructor(file: string, format: SlotsFormat) {
    this.#slots = new BatchSlots(format);
    const workerData: WriterJob = { file, format, memory: this.#slots.memory };
    this.#worker = startThread('batch-writer-worker', import.meta.url, { workerData, heapMiB });
    this.#worker.on('error', (error: Error) => (this.#crash = error));
    this.#worker.unref();
  }

  add(batch: FullBatch): void {
    // Slots are emptied in order. Waiting until half of them are empty avoids a wake-up for each slot.
    if (Atomics.load(this.#slots.signals, this.#next) === signal.full)
      this.#waitWhile((this.#next + SLOTS / 2) % SLOTS, signal.full);
    this.#throwFailure();
    this.#slots.write(this.#next, batch);
    Atomics.store(this.#slots.signals, this.#next, signal.full);
    if (this.#next % WAKE_EVERY === 0) this.#wake();
    this.#next = (this.#next + 1) % SLOTS;
    this.#digest.add(batch); // In this thread, because the writing thread is busier.
  }

  finish(): WrittenTotals {
    this.#waitWhile(this.#next, signal.full);
    Atomics.store(this.#slots.signals, this.#next, signal.end);
    this.#wake();
    this.#waitWhile(WRITER_STATE, writerState.running);
    return this.#digest.finish();
  }

  [Symbol.dispose](): void {
    const { signals } = this.#slots;
    Atomics.store(signals, STOP, 1);
    this.#wake();
    // The thread must have stopped writing to the file when this returns. A crashed thread never sets the signal.
    if (this.#crash === undefined)
      Atomics.wait(signals, WRITER_STATE, writerState.running, STOP_MS);
    void this.#worker.terminate();
  }

  #wake(): void {
    Atomics.add(this.#slots.signals, WAKE, 1);
    Atomics.notify(this.#slots.signals, WAKE);
  }

  /** Waits until a signal has another value. Throws the error that stopped the writing thread. */
  #waitWhile(index: number, value: number): void {
    const { signals } = this.#slots;
    const giveUpAt = performance.now() + TIMEOUT_MS;
    while (Atomics.load(signals, index) === value) {
      if (performance.now() > giveUpAt) throw new Error('the thread that writes the plan is stuck');
      this.#throwFailure();
      Atomics.wait(signals, index, value, 1000);
    }
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#crash !== undefined) throw this.#crash;
    if (Atomics.load(this.#slots.signals, WRITER_STATE) !== writerState.failed) return;
    const { message, ...details } = this.#slots.failure as { message: string };
    throw Object.assign(new Error(message), details);
  }
}
