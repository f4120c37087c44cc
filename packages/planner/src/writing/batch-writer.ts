import { BatchDigest } from './batch-digest.ts';
import type { BatchSink, FullBatch, WrittenTotals } from '../batching/batch-sink.ts';
import { BatchTable } from './batch-table.ts';

/** Writes batches in the calling thread. */
export class BatchWriter implements BatchSink {
  readonly #table: BatchTable;
  readonly #digest = new BatchDigest();

  constructor(file: string) {
    this.#table = new BatchTable(file);
  }

  add(batch: FullBatch): void {
    this.#digest.add(batch);
    this.#table.add(batch);
  }

  finish(): WrittenTotals {
    this.#table.finish();
    return this.#digest.finish();
  }

  [Symbol.dispose](): void {
    this.#table[Symbol.dispose]();
  }
}
