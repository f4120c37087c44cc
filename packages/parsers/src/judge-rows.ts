import type { Kind, RecordBlock } from '@chatferry/contract';
import { BufferStore } from './cutting/buffer-store.ts';
import type { Chunk } from './cutting/chunk.ts';
import { judgeChunks } from './judging/judge-chunks.ts';
import type { ReadRules } from './read-rules.ts';

/** Rows from one place, such as a file in an archive, as JSON objects with the service's field names. */
export interface PackedRows {
  /** The name of the place in problems. */
  readonly file: string;
  /** The rows end to end, without separators. */
  readonly bytes: Uint8Array;
  /** Offset one past each row's last byte. */
  readonly ends: Uint32Array;
  /** The number of each row in its place, from 1. */
  readonly lines: Uint32Array;
}

/**
 * Judges rows that were read by another package, with the threads that also judge the rows of files. `PackedRows` may be
 * reused when the next ones are requested.
 *
 * @param signal stops the reading, which then rejects with its reason
 */
export async function* judgeRows(
  kind: Kind,
  rows: AsyncIterable<PackedRows>,
  rules: ReadRules,
  signal?: AbortSignal,
): AsyncGenerator<RecordBlock> {
  const store = new BufferStore();
  const chunks = chunksOf(rows, store, signal);
  try {
    const first = await chunks.next();
    if (first.done === true) return;
    const job = { kind, file: first.value.file!, mapping: {}, rules, others: [] };
    yield* judgeChunks(job, first.value, chunks, store);
  } finally {
    await chunks.return(undefined);
  }
}

async function* chunksOf(
  rows: AsyncIterable<PackedRows>,
  store: BufferStore,
  signal: AbortSignal | undefined,
): AsyncGenerator<Chunk> {
  for await (const { file, bytes, ends, lines } of rows) {
    signal?.throwIfAborted();
    const count = ends.length;
    const copy = new Uint8Array(store.take(bytes.length), 0, bytes.length);
    copy.set(bytes);
    const [starts, allEnds, allLines] = [numbers(count), numbers(count), numbers(count)];
    allEnds.set(ends);
    allLines.set(lines);
    starts[0] = 0;
    starts.set(ends.subarray(0, count - 1), 1);
    yield { bytes: copy, rows: count, starts, ends: allEnds, lines: allLines, faults: [], file };
  }

  function numbers(count: number): Uint32Array {
    return new Uint32Array(store.take(count * 4), 0, count);
  }
}
