import type { RunEvent } from '../terms/run-event.ts';

/** Events that may wait for the reader before the lanes wait for it too. */
const LONGEST = 1000;

/** Carries the events of all lanes to the one reader of the run. */
export class EventQueue {
  #events: RunEvent[] = [];
  #closed = false;
  #wakeReader: (() => void) | undefined;
  #wakeWriters: (() => void)[] = [];

  put(event: RunEvent): void {
    this.#events.push(event);
    this.#wakeReader?.();
  }

  /** Resolves when the reader has caught up. */
  async capacity(): Promise<void> {
    while (this.#events.length >= LONGEST && !this.#closed)
      await new Promise<void>((resolve) => this.#wakeWriters.push(resolve));
  }

  /** No more events follow, or they are no longer read. */
  close(): void {
    this.#closed = true;
    this.#wakeReader?.();
    this.#wakeAllWriters();
  }

  /** Every event until the queue is closed. */
  async *read(): AsyncGenerator<RunEvent, void> {
    for (;;) {
      const events = this.#events;
      this.#events = [];
      this.#wakeAllWriters();
      yield* events;
      if (this.#events.length > 0) continue;
      if (this.#closed) return;
      await new Promise<void>((resolve) => (this.#wakeReader = resolve));
    }
  }

  #wakeAllWriters(): void {
    const writers = this.#wakeWriters;
    this.#wakeWriters = [];
    for (const wake of writers) wake();
  }
}
