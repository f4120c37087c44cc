import { parentPort, workerData } from 'node:worker_threads';
import { BufferStore } from '../cutting/buffer-store.ts';
import { buffersOf } from '../cutting/chunk.ts';
import { ChunkJudge } from './chunk-judge.ts';
import type { JudgedChunk, ChunkToJudge } from './judge-pool.ts';
import type { ReadingJob } from './reading-job.ts';

/** The worker side of `JudgePool`: returns one block for each chunk, in the order of the chunks. */
const store = new BufferStore();
const judge = new ChunkJudge(workerData as ReadingJob, store.take);

parentPort!.on('message', ({ chunk, spare }: ChunkToJudge) => {
  store.give(spare);
  const block = judge.judge(chunk);
  const used = buffersOf(chunk);
  parentPort!.postMessage({ block, spare: used } satisfies JudgedChunk, []);
});
