import { Worker } from 'node:worker_threads';
import {
  BatchSlots,
  type SlotsFormat,
  OUTCOME,
  outcome,
  signal,
  SLOTS,
  STOP,
} from './batch-slots.ts';
import type { BatchSink, FullBatch, Written } from './batch-sink.ts';

/** The sources run as they are, and so do the compiled files. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './batch-writer-worker.ts' : './batch-writer-worker.js',
  import.meta.url,
);

/** It holds a few batches at a time; more room would only fill with garbage. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** Longer than any disk takes for one batch. */
const PATIENCE_MS = 300_000;
const STOP_MS = 10_000;

/** What the writing thread is told at its start. */
export interface WriterJob {
  readonly file: string;
  readonly format: SlotsFormat;
  readonly memory: SharedArrayBuffer;
}

/** Writes batches in a thread of its own, so that the next ones can be made meanwhile. */
export class ThreadedBatchWriter implements BatchSink {
  readonly #slots: BatchSlots;
  readonly #worker: Worker;
  #next = 0;
  #crash: Error | undefined;

  constructor(file: string, format: SlotsFormat) {
    this.#slots = new BatchSlots(format);
    const workerData: WriterJob = { file, format, memory: this.#slots.memory };
    this.#worker = new Worker(workerFile, { workerData, resourceLimits });
    this.#worker.on('error', (error: Error) => (this.#crash = error));
    this.#worker.unref();
  }

  add(batch: FullBatch): void {
    this.#waitWhile(this.#next, signal.full);
    this.#slots.write(this.#next, batch);
    this.#set(this.#next, signal.full);
    this.#next = (this.#next + 1) % SLOTS;
  }

  finish(): Written {
    this.#waitWhile(this.#next, signal.full);
    this.#set(this.#next, signal.end);
    this.#waitWhile(OUTCOME, outcome.pending);
    return this.#slots.lastWord as Written;
  }

  [Symbol.dispose](): void {
    const { signals } = this.#slots;
    this.#set(STOP, 1);
    for (let slot = 0; slot < SLOTS; slot++) Atomics.notify(signals, slot);
    // The file must not be written to any more when this returns. A thread that crashed never says so.
    if (this.#crash === undefined) Atomics.wait(signals, OUTCOME, outcome.pending, STOP_MS);
    void this.#worker.terminate();
  }

  #set(index: number, value: number): void {
    Atomics.store(this.#slots.signals, index, value);
    Atomics.notify(this.#slots.signals, index);
  }

  /** Waits until a signal is another one; throws what stopped the writing thread. */
  #waitWhile(index: number, value: number): void {
    const { signals } = this.#slots;
    const giveUpAt = performance.now() + PATIENCE_MS;
    while (Atomics.load(signals, index) === value) {
      if (performance.now() > giveUpAt) throw new Error('the thread that writes the plan is stuck');
      this.#throwFailure();
      Atomics.wait(signals, index, value, 1000);
    }
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#crash !== undefined) throw this.#crash;
    if (Atomics.load(this.#slots.signals, OUTCOME) !== outcome.failed) return;
    const { message, ...details } = this.#slots.lastWord as { message: string };
    throw Object.assign(new Error(message), details);
  }
}
