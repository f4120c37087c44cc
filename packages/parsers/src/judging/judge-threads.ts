import type { BufferStore } from '../cutting/buffer-store.ts';
import { JudgeThread } from './judge-thread.ts';
import type { ReadingJob } from './reading-job.ts';

const DEFAULT_MOST = 2;

/**
 * Threads that judge rows in addition to the caller's thread, and are kept from one file to the next. Starting a thread and compiling its
 * code takes as much processor time as judging a hundred thousand rows.
 */
export class JudgeThreads implements AsyncDisposable {
  readonly most: number;
  readonly #idle: JudgeThread[] = [];

  /** @param most maximum number of threads for one file; with 0 the caller's thread judges all rows */
  constructor(most: number = DEFAULT_MOST) {
    this.most = most;
  }

  /** A thread for a file. @param store receives the buffers of judged chunks */
  take(job: ReadingJob, store: BufferStore): JudgeThread {
    const idle = job.mapping.transform === undefined ? this.#idle.pop() : undefined;
    if (idle === undefined) return new JudgeThread(job, store);
    idle.continueWith(job, store);
    return idle;
  }

  /** Keeps a thread for a further file, or ends a thread that is busy, has failed or has loaded code of the user. */
  async give(thread: JudgeThread): Promise<void> {
    if (thread.isReusable) this.#idle.push(thread);
    else await thread.stop();
  }

  /** Ends the kept threads. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((thread) => thread.stop()));
  }
}
