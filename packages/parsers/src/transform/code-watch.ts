import { InputError } from '../input-error.ts';
import type { ReadingJob } from '../judging/reading-job.ts';
import { progressAt } from './open-transform.ts';

/** Milliseconds that one call of `transform` may take. */
const LIMIT_MS = 10_000;

/** Milliseconds until the first call: starting the thread and loading the code. */
const START_MS = 60_000;

/** Watches a thread that runs code of the user: the code may never return, or end the thread. */
export class CodeWatch {
  readonly #job: ReadingJob;
  readonly #progress: Int32Array;
  readonly #limitMs: number;
  readonly #timer: NodeJS.Timeout;
  #calls = 0;
  #since = performance.now();

  /**
   * @param progress see `progressAt`
   * @param isWaiting whether the thread owes an answer
   * @param onStuck called when a call takes too long
   */
  constructor(
    job: ReadingJob,
    progress: Int32Array,
    isWaiting: () => boolean,
    onStuck: (error: InputError) => void,
  ) {
    this.#job = job;
    this.#progress = progress;
    this.#limitMs = job.rules.transformLimitMs ?? LIMIT_MS;
    this.#timer = setInterval(() => {
      if (this.#isStuck(isWaiting())) onStuck(this.#error('transform does not return', ''));
    }, this.#limitMs / 4).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The error for a thread that has ended. */
  explained(error: unknown): InputError {
    const detail = error instanceof Error ? error.message : String(error);
    return this.#error('the code of the configuration stopped the reading', ` (${detail})`, error);
  }

  /** A call is stuck when no other one begins in time. */
  #isStuck(isWaiting: boolean): boolean {
    const calls = Atomics.load(this.#progress, progressAt.calls);
    const now = performance.now();
    if (calls !== this.#calls || !isWaiting) {
      this.#calls = calls;
      this.#since = now;
    }
    return now - this.#since > (calls === 0 ? START_MS : this.#limitMs);
  }

  #error(what: string, detail: string, cause?: unknown): InputError {
    const { file, mapping } = this.#job;
    const line = this.#progress[progressAt.line]!;
    const place = { file, ...(line === 0 ? {} : { line }) };
    const message = `${what}${detail}.`;
    const fix = `Correct transform in ${mapping.transform!.file} for this row.`;
    return new InputError('transform-stopped', message, place, { fix, cause });
  }
}
