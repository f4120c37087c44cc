import type { StopReason } from '../stop-reason.ts';

/** What is thrown through a lane that has to end; it is no failure. */
class Halted extends Error {
  override readonly name = 'Halted';
}

/** Brings a run to its end from inside or outside: the first reason stands. */
export class Halt {
  readonly #finish = new AbortController();
  readonly #now = new AbortController();
  readonly #halted = new Halted('The run is being stopped.');
  #reason: StopReason | undefined;

  get reason(): StopReason | undefined {
    return this.#reason;
  }

  /** Ends every wait; requests on their way are not touched. */
  get finishing(): AbortSignal {
    return this.#finish.signal;
  }

  /** Ends requests on their way as well. */
  get now(): AbortSignal {
    return this.#now.signal;
  }

  stop(reason: StopReason): void {
    this.#reason ??= reason;
    this.#finish.abort(this.#halted);
  }

  /** Ends the run from within a lane, which ends here and now. */
  stopHere(reason: StopReason): never {
    this.stop(reason);
    throw this.#halted;
  }

  stopNow(reason: StopReason): void {
    this.stop(reason);
    this.#now.abort(this.#halted);
  }

  /** A lane met an error that it throws itself: the others come to their end. */
  fail(): void {
    this.#finish.abort(this.#halted);
  }

  /** Whether this is what a lane ends with when it is told to. */
  caused(error: unknown): boolean {
    return error === this.#halted;
  }
}
