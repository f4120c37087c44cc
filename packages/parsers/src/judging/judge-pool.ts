import { Worker } from 'node:worker_threads';
import type { RecordBlock } from '@chatferry/contract';
import type { BufferStore } from '../cutting/buffer-store.ts';
import { type Chunk, sharedAmong } from '../cutting/chunk.ts';
import type { ReadingJob } from './reading-job.ts';

/** The file extension is that of this file: sources run unchanged, and so do the compiled files. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './chunk-worker.ts' : './chunk-worker.js',
  import.meta.url,
);

/**
 * Rows are short-lived, so a small heap is as fast as a large one. With a small limit the engine also collects garbage
 * earlier; a parsed chunk of the largest rows takes less than half of this.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

/** Message to a thread; `spare` is memory for its blocks. */
export interface ChunksToJudge {
  readonly chunks: readonly Chunk[];
  readonly spare: readonly SharedArrayBuffer[];
}

/** Message from a thread; `spare` is the memory of the chunks. */
export interface JudgedChunks {
  readonly blocks: readonly RecordBlock[];
  readonly spare: readonly SharedArrayBuffer[];
}

/** Threads that judge chunks concurrently. Memory is reused: no chunk and no block is copied. */
export class JudgePool implements AsyncDisposable {
  readonly #threads: JudgeThread[];

  /** @param store receives the buffers of judged chunks */
  constructor(job: ReadingJob, threads: number, store: BufferStore) {
    this.#threads = Array.from({ length: threads }, () => new JudgeThread(job, store));
  }

  /**
   * Passes a batch of chunks to the thread with the fewest waiting batches. The caller must not use the chunks afterwards.
   *
   * @returns a block for each chunk
   */
  judge(chunks: readonly Chunk[]): Promise<readonly RecordBlock[]> {
    const idlest = this.#threads.reduce((one, other) =>
      other.waiting < one.waiting ? other : one,
    );
    return idlest.judge(chunks);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.stop()));
  }
}

/** One thread. It answers in the order of the requests. */
class JudgeThread {
  readonly #worker: Worker;
  #pending: PromiseWithResolvers<readonly RecordBlock[]>[] = [];
  /** Memory of blocks that were released. */
  #spare: SharedArrayBuffer[] = [];

  constructor(job: ReadingJob, store: BufferStore) {
    this.#worker = new Worker(workerFile, { workerData: job, resourceLimits });
    this.#worker.on('message', ({ blocks, spare }: JudgedChunks) => {
      store.give(spare);
      this.#pending.shift()!.resolve(blocks.map((block) => this.#releasable(block)));
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread has ended.')));
  }

  get waiting(): number {
    return this.#pending.length;
  }

  judge(chunks: readonly Chunk[]): Promise<readonly RecordBlock[]> {
    const answer = Promise.withResolvers<readonly RecordBlock[]>();
    this.#pending.push(answer);
    const spare = this.#spare;
    this.#spare = [];
    this.#worker.postMessage({ chunks, spare } satisfies ChunksToJudge, []);
    return answer.promise;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #releasable(block: RecordBlock): RecordBlock {
    const buffers = sharedAmong([block.wire.buffer, block.columns.buffer]);
    const release = (): void => {
      this.#spare.push(...buffers.splice(0));
    };
    return { ...block, release };
  }

  #fail(reason: unknown): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const { reject } of pending) reject(reason);
  }
}
