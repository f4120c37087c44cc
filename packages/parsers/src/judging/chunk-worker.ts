import { parentPort, workerData } from 'node:worker_threads';
import { BufferStore } from '../cutting/buffer-store.ts';
import { buffersOf } from '../cutting/chunk.ts';
import { ChunkJudge } from './chunk-judge.ts';
import type { ChunksToJudge, JudgedChunks } from './judge-pool.ts';
import type { ReadingJob } from './reading-job.ts';

/** The worker side of `JudgePool`: returns one block for each chunk, in the order of the chunks. */
const store = new BufferStore();
const judge = new ChunkJudge(workerData as ReadingJob, store.take);

parentPort!.on('message', ({ chunks, spare }: ChunksToJudge) => {
  store.give(spare);
  const blocks = chunks.map((chunk) => judge.judge(chunk));
  const used = [...new Set(chunks.flatMap(buffersOf))]; // Chunks may share buffers.
  parentPort!.postMessage({ blocks, spare: used } satisfies JudgedChunks, []);
});
