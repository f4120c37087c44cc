import type { RecordBlock } from '@chatferry/contract';
import type { BufferStore } from '../cutting/buffer-store.ts';
import { buffersOf, type Chunk } from '../cutting/chunk.ts';
import { ChunkJudge } from './chunk-judge.ts';
import { JudgePool } from './judge-pool.ts';
import { JudgeThreads } from './judge-threads.ts';
import type { ReadingJob } from './reading-job.ts';
import type { ReadRules } from './read-rules.ts';

/** Bytes of rows, some thousand rows, that are judged before threads are started. */
const BYTES_WITHOUT_THREADS = 1024 * 1024;

/**
 * Judges chunks in their order. The caller's thread judges the first chunks itself; threads judge the rest.
 *
 * @param threads see `ReadRules`
 * @param first the first batch; further batches are in `batches`. A thread judges a batch in one step
 * @param store receives the buffers of judged chunks
 * @param signal ends the waiting for threads
 */
export async function* judgeChunks(
  job: ReadingJob,
  threads: ReadRules['threads'],
  first: readonly Chunk[],
  batches: AsyncGenerator<readonly Chunk[]>,
  store: BufferStore,
  signal?: AbortSignal,
): AsyncGenerator<RecordBlock> {
  await using own = threads instanceof JudgeThreads ? undefined : new JudgeThreads(threads);
  const from = threads instanceof JudgeThreads ? threads : own!;
  if (job.mapping.transform !== undefined) {
    // Code of the user runs only in threads: a thread can be stopped, and loads the current version of the code.
    yield* judgeInThreads(startingWith(first, batches), job, from, store, signal);
    return;
  }
  const judge = new ChunkJudge(job);
  for (const chunk of first) if (chunk.rows > 0) yield judge.judge(chunk);

  const alone = from.most === 0 ? Infinity : BYTES_WITHOUT_THREADS;
  for (let bytes = bytesOf(first); bytes < alone;) {
    const next = await batches.next();
    if (next.done === true) return;
    for (const chunk of next.value) yield judge.judge(chunk);
    bytes += bytesOf(next.value);
    store.give([...new Set(next.value.flatMap(buffersOf))]); // Chunks may share buffers.
  }
  yield* judgeInThreads(batches, job, from, store, signal);
}

async function* startingWith(
  first: readonly Chunk[],
  rest: AsyncGenerator<readonly Chunk[]>,
): AsyncGenerator<readonly Chunk[]> {
  const filled = first.filter(({ rows }) => rows > 0);
  if (filled.length > 0) yield filled;
  yield* rest;
}

/** The bytes of the rows; the buffer of a chunk may be larger. */
function bytesOf(batch: readonly Chunk[]): number {
  return batch.reduce((sum, { rows, ends }) => sum + (rows === 0 ? 0 : ends[rows - 1]!), 0);
}

async function* judgeInThreads(
  batches: AsyncGenerator<readonly Chunk[]>,
  job: ReadingJob,
  from: JudgeThreads,
  store: BufferStore,
  signal: AbortSignal | undefined,
): AsyncGenerator<RecordBlock> {
  await using pool = new JudgePool(job, from, store, signal);
  const inFlight: Promise<readonly RecordBlock[]>[] = [];
  let failure: { readonly error: unknown } | undefined;
  for (;;) {
    const next = await batches.next().catch((error: unknown) => {
      failure = { error };
    });
    if (next === undefined || next.done === true) break;
    const blocks = pool.judge(next.value);
    blocks.catch(() => {}); // a rejection is thrown when the blocks are awaited
    inFlight.push(blocks);
    if (inFlight.length >= pool.capacity) yield* await inFlight.shift()!;
  }
  for (const blocks of inFlight) yield* await blocks;
  if (failure !== undefined) throw failure.error;
}
