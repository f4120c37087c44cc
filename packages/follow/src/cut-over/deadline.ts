import type { Clock } from '@chatferry/client';
import type { CutOver } from '../state/cut-over-state.ts';

/** Aborted when people could not write for as long as was allowed. */
export class Deadline implements Disposable {
  readonly #passed = new AbortController();
  readonly #ended = new AbortController();
  readonly #at: number | undefined;
  readonly #clock: Clock;

  constructor({ frozenAt }: CutOver, deadlineMs: number | undefined, clock: Clock) {
    this.#clock = clock;
    if (frozenAt === undefined || deadlineMs === undefined) return;
    this.#at = frozenAt + deadlineMs;
    clock.sleep(Math.max(this.remainingMs, 0), this.#ended.signal).then(
      () => this.#passed.abort(),
      () => {},
    );
  }

  get signal(): AbortSignal {
    return this.#passed.signal;
  }

  /** Without a deadline: without end. */
  get remainingMs(): number {
    return this.#at === undefined ? Infinity : this.#at - this.#clock.now();
  }

  [Symbol.dispose](): void {
    this.#ended.abort();
  }
}
