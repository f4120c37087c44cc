import { Worker } from 'node:worker_threads';
import type { RecordBlock } from '@chatferry/contract';
import { buffersOf, type Chunk } from '../cutting/chunk.ts';
import type { ReadingJob } from './reading-job.ts';

/** The sources run as they are, and so do the compiled files. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './chunk-worker.ts' : './chunk-worker.js',
  import.meta.url,
);

/** Rows die young: room for a few chunks of them is as fast as several times as much, and takes less memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

/** Threads that judge chunks side by side. Chunks and blocks change hands without being copied. */
export class JudgePool implements AsyncDisposable {
  readonly #threads: JudgeThread[];

  constructor(job: ReadingJob, threads: number) {
    this.#threads = Array.from({ length: threads }, () => new JudgeThread(job));
  }

  /** Gives the chunk to the thread with the least to do. The chunk must not be used afterwards. */
  judge(chunk: Chunk): Promise<RecordBlock> {
    const idlest = this.#threads.reduce((one, other) =>
      other.waiting < one.waiting ? other : one,
    );
    return idlest.judge(chunk);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.stop()));
  }
}

/** One thread; it answers in the order it is asked. */
class JudgeThread {
  readonly #worker: Worker;
  #pending: PromiseWithResolvers<RecordBlock>[] = [];

  constructor(job: ReadingJob) {
    this.#worker = new Worker(workerFile, { workerData: job, resourceLimits });
    this.#worker.on('message', (block: RecordBlock) => this.#pending.shift()!.resolve(block));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread has ended.')));
  }

  get waiting(): number {
    return this.#pending.length;
  }

  judge(chunk: Chunk): Promise<RecordBlock> {
    const answer = Promise.withResolvers<RecordBlock>();
    this.#pending.push(answer);
    this.#worker.postMessage(chunk, buffersOf(chunk));
    return answer.promise;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(reason: unknown): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const { reject } of pending) reject(reason);
  }
}
