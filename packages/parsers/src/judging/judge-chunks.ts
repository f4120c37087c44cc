import type { RecordBlock } from '@chatferry/contract';
import type { BufferStore } from '../cutting/buffer-store.ts';
import type { Chunk } from '../cutting/chunk.ts';
import { ChunkJudge } from './chunk-judge.ts';
import { JudgePool } from './judge-pool.ts';
import type { ReadingJob } from './reading-job.ts';

/** Bytes of rows that are judged before threads are started: some thousand rows. */
const BYTES_WITHOUT_THREADS = 1024 * 1024;

/** Chunks that wait for each thread, so that a thread is never idle. */
const CHUNKS_PER_THREAD = 4;

const DEFAULT_THREADS = 2;

/**
 * Judges chunks in their order. The caller's thread judges the first ones itself; threads take the others.
 *
 * @param first the first chunk; the others are in `chunks`
 * @param store receives the buffers of judged chunks
 */
export async function* judgeChunks(
  job: ReadingJob,
  first: Chunk,
  chunks: AsyncGenerator<Chunk>,
  store: BufferStore,
): AsyncGenerator<RecordBlock> {
  const judge = new ChunkJudge(job);
  if (first.rows > 0) yield judge.judge(first);

  const { threads = DEFAULT_THREADS } = job.rules;
  const alone = threads === 0 ? Infinity : BYTES_WITHOUT_THREADS;
  for (let bytes = bytesOf(first); bytes < alone;) {
    const next = await chunks.next();
    if (next.done === true) return;
    yield judge.judge(next.value);
    bytes += bytesOf(next.value);
  }
  yield* judgeInThreads(chunks, job, threads, store);
}

/** The bytes of the rows; the buffer of a chunk may be larger. */
function bytesOf({ rows, ends }: Chunk): number {
  return rows === 0 ? 0 : ends[rows - 1]!;
}

async function* judgeInThreads(
  chunks: AsyncGenerator<Chunk>,
  job: ReadingJob,
  threads: number,
  store: BufferStore,
): AsyncGenerator<RecordBlock> {
  await using pool = new JudgePool(job, threads, store);
  const inFlight: Promise<RecordBlock>[] = [];
  let failure: { readonly error: unknown } | undefined;
  for (;;) {
    const next = await chunks.next().catch((error: unknown) => {
      failure = { error };
    });
    if (next === undefined || next.done === true) break;
    const block = pool.judge(next.value);
    block.catch(() => {}); // thrown when the block is awaited
    inFlight.push(block);
    if (inFlight.length >= threads * CHUNKS_PER_THREAD) yield await inFlight.shift()!;
  }
  for (const block of inFlight) yield await block;
  if (failure !== undefined) throw failure.error;
}
