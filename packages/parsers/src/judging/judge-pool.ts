import type { Worker } from 'node:worker_threads';
import type { RecordBlock } from '@chatferry/contract';
import { startThread } from '@chatferry/disk';
import type { BufferStore } from '../cutting/buffer-store.ts';
import { type Chunk, sharedAmong } from '../cutting/chunk.ts';
import { CodeWatch } from '../transform/code-watch.ts';
import type { ChunksToJudge, JudgedChunks, ThreadData } from './judge-messages.ts';
import type { ReadingJob } from './reading-job.ts';

/**
 * Rows are short-lived, so a small heap is as fast as a large one. With a small limit the engine also collects garbage
 * earlier; a parsed chunk of the largest rows takes less than half of this.
 */
const heapMiB = { young: 4, old: 256 };

/** Threads that judge chunks concurrently. Memory is reused: no chunk and no block is copied. */
export class JudgePool implements AsyncDisposable {
  readonly #threads: JudgeThread[] = [];
  readonly #start: () => JudgeThread;
  readonly #most: number;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = (): void => {
    for (const thread of this.#threads) thread.fail(this.#signal?.reason);
  };

  /**
   * @param most number of threads; each is started when the others are busy
   * @param store receives the buffers of judged chunks
   * @param signal ends the waiting for threads, which may never answer
   */
  constructor(job: ReadingJob, most: number, store: BufferStore, signal?: AbortSignal) {
    this.#start = () => new JudgeThread(job, store);
    this.#most = most;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort);
  }

  /**
   * Passes a batch of chunks to the thread with the fewest waiting batches. The caller must not use the chunks afterwards.
   *
   * @returns a block for each chunk
   */
  judge(chunks: readonly Chunk[]): Promise<readonly RecordBlock[]> {
    const [first, ...others] = this.#threads.toSorted((one, other) => one.waiting - other.waiting);
    const isFree = first !== undefined && (first.waiting === 0 || others.length + 1 === this.#most);
    return (isFree ? first : this.#started()).judge(chunks);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    await Promise.all(this.#threads.map((thread) => thread.stop()));
  }

  #started(): JudgeThread {
    const thread = this.#start();
    this.#threads.push(thread);
    return thread;
  }
}

/** One thread. It answers in the order of the requests. */
class JudgeThread {
  readonly #worker: Worker;
  readonly #watch: CodeWatch | undefined;
  #pending: PromiseWithResolvers<readonly RecordBlock[]>[] = [];
  #failure: { readonly reason: unknown } | undefined;
  /** Memory of blocks that were released. */
  #spare: SharedArrayBuffer[] = [];

  constructor(job: ReadingJob, store: BufferStore) {
    const progress = new Int32Array(new SharedArrayBuffer(8));
    const workerData: ThreadData = { job, progress };
    this.#worker = startThread('chunk-worker', import.meta.url, { workerData, heapMiB });
    const isWaiting = (): boolean => this.waiting > 0;
    if (job.mapping.transform !== undefined)
      this.#watch = new CodeWatch(job, job.rules.transformLimitMs, progress, isWaiting, (error) =>
        this.fail(error),
      );
    this.#worker.on('message', ({ blocks, spare }: JudgedChunks) => {
      store.give(spare);
      this.#pending.shift()?.resolve(blocks.map((block) => this.#releasable(block)));
    });
    const fail = (error: unknown): void => this.fail(this.#watch?.explained(error) ?? error);
    this.#worker.on('error', fail);
    this.#worker.on('exit', () => fail(new Error('The thread has ended.')));
  }

  get waiting(): number {
    return this.#pending.length;
  }

  judge(chunks: readonly Chunk[]): Promise<readonly RecordBlock[]> {
    const answer = Promise.withResolvers<readonly RecordBlock[]>();
    if (this.#failure !== undefined) answer.reject(this.#failure.reason);
    else this.#pending.push(answer);
    const spare = this.#spare;
    this.#spare = [];
    this.#worker.postMessage({ chunks, spare } satisfies ChunksToJudge, []);
    return answer.promise;
  }

  async stop(): Promise<void> {
    this.#watch?.stop();
    await this.#worker.terminate();
  }

  /** Ends the waiting for all answers. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    const pending = this.#pending;
    this.#pending = [];
    for (const { reject } of pending) reject(reason);
  }

  #releasable(block: RecordBlock): RecordBlock {
    const buffers = sharedAmong([block.wire.buffer, block.columns.buffer]);
    const release = (): void => {
      this.#spare.push(...buffers.splice(0));
    };
    return { ...block, release };
  }
}
