import type { Kind } from '@chatferry/contract';

/** A batch that is ready to be written. */
export interface FullBatch {
  readonly kind: Kind;
  readonly lane: number;
  readonly records: number;
  /** For each record, the offset in the body one past its end. */
  readonly ends: Uint32Array;
  /** For each record, the number of its input and the line of its row. */
  readonly origins: Uint32Array;
  readonly body: Uint8Array;
}

/** Totals of the written batches of one kind. */
export interface KindTotals {
  batches: number;
  records: number;
  bytes: number;
}

export interface WrittenTotals {
  readonly kinds: Readonly<Record<Kind, KindTotals>>;
  /** SHA-256 over all batches in their order, in hexadecimal. */
  readonly contentHash: string;
}

/** Takes batches and writes them into a plan, in this thread or in another. */
export interface BatchSink extends Disposable {
  /** Writes the batch. The caller may reuse it afterwards. */
  add(batch: FullBatch): void;
  /** Waits until everything is written and the file is closed. */
  finish(): WrittenTotals;
}
