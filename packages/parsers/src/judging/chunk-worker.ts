import { parentPort, workerData } from 'node:worker_threads';
import { kindsInOrder } from '@chatferry/contract';
import { BufferStore } from '../cutting/buffer-store.ts';
import { buffersOf } from '../cutting/chunk.ts';
import { openTransform } from '../transform/open-transform.ts';
import { ChunkJudge } from './chunk-judge.ts';
import type { ChunksToJudge, JudgedChunks, ThreadData } from './judge-messages.ts';

/** The worker side of `JudgePool`: returns one block for each chunk, in the order of the chunks. */
const { job: received, progress } = workerData as ThreadData;
// The string of a message is not the one that the tables of kinds have as key: compiled code is left at every look-up.
const job = { ...received, kind: kindsInOrder.find((kind) => kind === received.kind)! };
const store = new BufferStore();
/** Chunks of a batch up to which the memory of their blocks is shared. Of more, each has few rows: copies need less than shared buffers. */
const MOST_SHARED = 32;
let isShared = true;
const allocate = (bytes: number): ArrayBufferLike =>
  isShared ? store.take(bytes) : new ArrayBuffer(bytes);
const judge = new ChunkJudge(job, allocate, await openTransform(job, progress));

parentPort!.on('message', ({ chunks, spare }: ChunksToJudge) => {
  store.give(spare);
  isShared = chunks.length <= MOST_SHARED;
  const blocks = chunks.map((chunk) => judge.judge(chunk));
  const used = [...new Set(chunks.flatMap(buffersOf))]; // Chunks may share buffers.
  parentPort!.postMessage({ blocks, spare: used } satisfies JudgedChunks, []);
});
