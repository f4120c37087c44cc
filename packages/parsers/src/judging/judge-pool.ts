import type { RecordBlock } from '@chatferry/contract';
import type { BufferStore } from '../cutting/buffer-store.ts';
import type { Chunk } from '../cutting/chunk.ts';
import type { JudgeThread } from './judge-thread.ts';
import type { JudgeThreads } from './judge-threads.ts';
import type { ReadingJob } from './reading-job.ts';

const BATCHES_PER_THREAD = 4;

/** The threads that judge the chunks of one file concurrently. */
export class JudgePool implements AsyncDisposable {
  readonly #threads: JudgeThread[] = [];
  readonly #from: JudgeThreads;
  readonly #most: number;
  readonly #take: () => JudgeThread;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = (): void => {
    for (const thread of this.#threads) thread.fail(this.#signal?.reason);
  };

  /**
   * @param from the source of threads; a thread is taken when all others are busy
   * @param store receives the buffers of judged chunks
   * @param signal ends the waiting for threads, which may never answer
   */
  constructor(job: ReadingJob, from: JudgeThreads, store: BufferStore, signal?: AbortSignal) {
    this.#from = from;
    this.#most = Math.max(from.most, 1); // code of the user runs in threads only
    this.#take = () => from.take(job, store);
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort);
  }

  /** Maximum number of waiting batches: enough that no thread is ever idle. */
  get capacity(): number {
    return this.#most * BATCHES_PER_THREAD;
  }

  /**
   * Passes a batch of chunks to the thread with the fewest waiting batches. The caller must not use the chunks afterwards.
   *
   * @returns a block for each chunk
   */
  judge(chunks: readonly Chunk[]): Promise<readonly RecordBlock[]> {
    const [first, ...others] = this.#threads.toSorted((one, other) => one.waiting - other.waiting);
    const isFree = first !== undefined && (first.waiting === 0 || others.length + 1 === this.#most);
    return (isFree ? first : this.#taken()).judge(chunks);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    await Promise.all(this.#threads.map((thread) => this.#from.give(thread)));
  }

  #taken(): JudgeThread {
    const thread = this.#take();
    this.#threads.push(thread);
    return thread;
  }
}
