import type { Clock } from '@chatferry/client';
import type { CutOver } from '../state/cut-over-state.ts';

/** Aborted when people could not write for as long as was allowed. A system clock that is set meanwhile does not move it. */
export class Deadline implements Disposable {
  readonly #passed = new AbortController();
  readonly #ended = new AbortController();
  /** When the deadline ends, by the monotonic clock. */
  readonly #at: number;
  readonly #clock: Clock;

  /** @param cutOver from its freeze on */
  constructor({ frozenAt }: CutOver, deadlineMs: number | undefined, clock: Clock) {
    this.#clock = clock;
    // The system clock may have been set back since an earlier process began to freeze.
    const closedMs = Math.max(clock.now() - frozenAt!, 0);
    this.#at = deadlineMs === undefined ? Infinity : clock.monotonicMs() + deadlineMs - closedMs;
    if (deadlineMs === undefined) return;
    clock.sleep(this.remainingMs, this.#ended.signal).then(
      () => this.#passed.abort(),
      () => {},
    );
  }

  get signal(): AbortSignal {
    return this.#passed.signal;
  }

  /** Without a deadline: without end. */
  get remainingMs(): number {
    return this.#at - this.#clock.monotonicMs();
  }

  /** @param remainingMs what is left to do takes at least so long */
  isPassedAfter(remainingMs: number): boolean {
    return this.#passed.signal.aborted || this.remainingMs <= remainingMs;
  }

  [Symbol.dispose](): void {
    this.#ended.abort();
  }
}
