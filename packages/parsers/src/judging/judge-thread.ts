import type { Worker } from 'node:worker_threads';
import type { RecordBlock } from '@chatferry/contract';
import { startThread } from '@chatferry/disk';
import type { BufferStore } from '../cutting/buffer-store.ts';
import { type Chunk, sharedAmong } from '../cutting/chunk.ts';
import { CodeWatch } from '../transform/code-watch.ts';
import type { ForJudgeThread, JudgedChunks, ThreadData } from './judge-messages.ts';
import type { ReadingJob } from './reading-job.ts';

/**
 * Rows are short-lived, so a small heap is as fast as a large one. With a small limit the engine also collects garbage earlier. A parsed
 * chunk of the largest rows takes less than half of this memory.
 */
const heapMiB = { young: 4, old: 256 };

/** One thread that judges chunks. It answers in the order of the requests. Memory is reused: no chunk and no block is copied. */
export class JudgeThread {
  readonly #worker: Worker;
  readonly #watch: CodeWatch | undefined;
  /** Receives the buffers of judged chunks. */
  #store: BufferStore;
  #pending: PromiseWithResolvers<readonly RecordBlock[]>[] = [];
  #failure: { readonly reason: unknown } | undefined;
  /** Memory of blocks that were released. */
  #spare: SharedArrayBuffer[] = [];

  constructor(job: ReadingJob, store: BufferStore) {
    const progress = new Int32Array(new SharedArrayBuffer(8));
    const workerData: ThreadData = { job, progress };
    this.#store = store;
    this.#worker = startThread('chunk-worker', import.meta.url, { workerData, heapMiB });
    const isWaiting = (): boolean => this.waiting > 0;
    if (job.mapping.transform !== undefined)
      this.#watch = new CodeWatch(job, job.rules.transformLimitMs, progress, isWaiting, (error) =>
        this.fail(error),
      );
    this.#worker.on('message', ({ blocks, spare }: JudgedChunks) => {
      this.#store.give(spare);
      this.#pending.shift()?.resolve(blocks.map((block) => this.#releasable(block)));
    });
    const fail = (error: unknown): void => this.fail(this.#watch?.explained(error) ?? error);
    this.#worker.on('error', fail);
    this.#worker.on('exit', () => fail(new Error('The thread has ended.')));
  }

  get waiting(): number {
    return this.#pending.length;
  }

  /** Whether the thread can judge the rows of another file. */
  get isReusable(): boolean {
    return this.waiting === 0 && this.#failure === undefined && this.#watch === undefined;
  }

  /** Continues with the rows of another file, whose mapping has no code of the user. */
  continueWith(job: ReadingJob, store: BufferStore): void {
    this.#store = store;
    this.#post({ job });
  }

  judge(chunks: readonly Chunk[]): Promise<readonly RecordBlock[]> {
    const answer = Promise.withResolvers<readonly RecordBlock[]>();
    if (this.#failure !== undefined) answer.reject(this.#failure.reason);
    else this.#pending.push(answer);
    const spare = this.#spare;
    this.#spare = [];
    this.#post({ chunks, spare });
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

  #post(message: ForJudgeThread): void {
    this.#worker.postMessage(message, []);
  }

  #releasable(block: RecordBlock): RecordBlock {
    const buffers = sharedAmong([block.wire.buffer, block.columns.buffer]);
    const release = (): void => {
      this.#spare.push(...buffers.splice(0));
    };
    return { ...block, release };
  }
}
