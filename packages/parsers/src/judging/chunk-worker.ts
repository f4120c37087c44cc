import { parentPort, workerData } from 'node:worker_threads';
import { type Chunk, releaseChunk } from '../cutting/chunk.ts';
import { ChunkJudge } from './chunk-judge.ts';
import type { ReadingJob } from './reading-job.ts';

/** The other end of `JudgePool`: one block for each chunk, in the order of the chunks. */
const judge = new ChunkJudge(workerData as ReadingJob);

parentPort!.on('message', (chunk: Chunk) => {
  const block = judge.judge(chunk);
  releaseChunk(chunk);
  parentPort!.postMessage(block, [
    block.wire.buffer as ArrayBuffer,
    block.columns.buffer as ArrayBuffer,
  ]);
});
