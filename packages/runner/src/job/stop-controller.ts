import type { StopReason } from '../terms/stop-reason.ts';

/** Ends a lane when the run is to stop. It is not a failure. */
class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

/** Stops a run, from inside or outside. The first reason is kept. */
export class StopController {
  readonly #finish = new AbortController();
  readonly #now = new AbortController();
  readonly #runStopped = new RunStopped('The run is being stopped.');
  #reason: StopReason | undefined;

  get reason(): StopReason | undefined {
    return this.#reason;
  }

  /** Aborted to end every wait; requests in flight continue. */
  get finishing(): AbortSignal {
    return this.#finish.signal;
  }

  /** Aborted to end requests in flight as well. */
  get now(): AbortSignal {
    return this.#now.signal;
  }

  stop(reason: StopReason): void {
    this.#reason ??= reason;
    this.#finish.abort(this.#runStopped);
  }

  /** Stops the run from within a lane, and ends this lane. */
  stopHere(reason: StopReason): never {
    this.stop(reason);
    throw this.#runStopped;
  }

  stopNow(reason: StopReason): void {
    this.stop(reason);
    this.#now.abort(this.#runStopped);
  }

  /** Stops the other lanes after an error that this lane throws itself. */
  fail(): void {
    this.#finish.abort(this.#runStopped);
  }

  /** Whether the error only says that the run is to stop. */
  caused(error: unknown): boolean {
    return error === this.#runStopped;
  }
}
