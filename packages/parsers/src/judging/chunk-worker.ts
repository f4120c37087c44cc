import { parentPort, workerData } from 'node:worker_threads';
import { kindsInOrder } from '@chatferry/contract';
import { BufferStore } from '../cutting/buffer-store.ts';
import { buffersOf } from '../cutting/chunk.ts';
import { openTransform } from '../transform/open-transform.ts';
import type { RowTransform } from '../transform/row-transform.ts';
import { ChunkJudge } from './chunk-judge.ts';
import type { ForJudgeThread, JudgedChunks, ThreadData } from './judge-messages.ts';
import type { ReadingJob } from './reading-job.ts';

/** The worker side of `JudgeThread`: returns one block for each chunk, in the order of the chunks. */
const { job: first, progress } = workerData as ThreadData;
const store = new BufferStore();
/** Blocks share memory in batches of at most this many chunks. In larger batches chunks have few rows, and copies need less memory. */
const MOST_SHARED = 32;
let isShared = true;
const allocate = (bytes: number): ArrayBufferLike =>
  isShared ? store.take(bytes) : new ArrayBuffer(bytes);
let judge = judgeOf(first, await openTransform(first, progress));

/** Uses the same string as the keys of the tables of kinds. An equal string from a message makes every look-up leave compiled code. */
function judgeOf(received: ReadingJob, transform?: RowTransform): ChunkJudge {
  const kind = kindsInOrder.find((each) => each === received.kind)!;
  return new ChunkJudge({ ...received, kind }, allocate, transform);
}

parentPort!.on('message', (message: ForJudgeThread) => {
  if ('job' in message) {
    judge = judgeOf(message.job);
    return;
  }
  const { chunks, spare } = message;
  store.give(spare);
  isShared = chunks.length <= MOST_SHARED;
  const blocks = chunks.map((chunk) => judge.judge(chunk));
  const used = [...new Set(chunks.flatMap(buffersOf))]; // Chunks may share buffers.
  parentPort!.postMessage({ blocks, spare: used } satisfies JudgedChunks, []);
});
