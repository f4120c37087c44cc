import { InputError } from '../terms/input-error.ts';
import { progressAt, type TransformedFile } from './open-transform.ts';

/** Milliseconds that one call of `transform` may take. */
const LIMIT_MS = 10_000;

/** Milliseconds until the first call: starting the thread and loading the code. */
const START_MS = 60_000;

/** Watches a thread that runs code of the user: the code may never return, or end the thread. */
export class CodeWatch {
  readonly #of: TransformedFile;
  readonly #progress: Int32Array;
  readonly #limitMs: number;
  readonly #timer: NodeJS.Timeout;
  #calls = 0;
  #since = performance.now();

  /**
   * @param limitMs of one call; default 10,000
   * @param progress see `progressAt`
   * @param isWaiting whether the thread owes an answer
   * @param onStuck called when a call takes too long
   */
  constructor(
    of: TransformedFile,
    limitMs: number | undefined,
    progress: Int32Array,
    isWaiting: () => boolean,
    onStuck: (error: InputError) => void,
  ) {
    this.#of = of;
    this.#progress = progress;
    this.#limitMs = limitMs ?? LIMIT_MS;
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
    const { file, mapping } = this.#of;
    const line = this.#progress[progressAt.line]!;
    const place = { file, ...(line === 0 ? {} : { line }) };
    const message = `${what}${detail}.`;
    const fix = `Correct transform in ${mapping.transform!.file} for this row.`;
    return new InputError('transform-stopped', message, place, { fix, cause });
  }
}
