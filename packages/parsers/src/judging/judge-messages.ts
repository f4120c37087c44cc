import type { RecordBlock } from '@chatferry/contract';
import type { Chunk } from '../cutting/chunk.ts';
import type { ReadingJob } from './reading-job.ts';

/** The start data of a thread. */
export interface ThreadData {
  readonly job: ReadingJob;
  /** The progress of `transform`, see `progressAt`. */
  readonly progress: Int32Array;
}

/** Message to a thread: continue with another file. */
interface NextFile {
  readonly job: ReadingJob;
}

/** Message to a thread; `spare` is memory for its blocks. */
interface ChunksToJudge {
  readonly chunks: readonly Chunk[];
  readonly spare: readonly SharedArrayBuffer[];
}

export type ForJudgeThread = NextFile | ChunksToJudge;

/** Message from a thread; `spare` is the memory of the chunks. */
export interface JudgedChunks {
  readonly blocks: readonly RecordBlock[];
  readonly spare: readonly SharedArrayBuffer[];
}
