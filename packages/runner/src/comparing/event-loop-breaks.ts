import { setImmediate } from 'node:timers/promises';

const RECORDS = 2000;

/** Lets signals, timers and the display run during work on millions of records that never waits. */
export class EventLoopBreaks {
  readonly #signal: AbortSignal;
  #records = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Call it for each record. */
  isDue(): boolean {
    return ++this.#records % RECORDS === 0;
  }

  /** @throws the signal's reason */
  async take(): Promise<void> {
    await setImmediate();
    this.#signal.throwIfAborted();
  }
}
