import type { Clock } from '@chatferry/client';
import type { CutOver } from '../state/cut-over-state.ts';

/** Aborts when people have been unable to write for as long as allowed. Setting the system clock meanwhile does not change the deadline. */
export class Deadline implements Disposable {
  readonly #passed = new AbortController();
  readonly #ended = new AbortController();
  /** When the deadline ends, by the monotonic clock. */
  readonly #at: number;
  readonly #clock: Clock;

  /** @param cutOver a cut-over after its freeze */
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

  /** Infinite without a deadline. */
  get remainingMs(): number {
    return this.#at - this.#clock.monotonicMs();
  }

  /** @param remainingMs a lower bound of the time for the remaining work */
  isPassedAfter(remainingMs: number): boolean {
    return this.#passed.signal.aborted || this.remainingMs <= remainingMs;
  }

  [Symbol.dispose](): void {
    this.#ended.abort();
  }
}
