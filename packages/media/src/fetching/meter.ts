import type { Clock } from '@chatferry/client';

/** Ends the copying before everything is copied. */
export class BudgetUsed extends Error {
  override readonly name = 'BudgetUsed';
}

/** Bytes that may be copied, in total and per second. */
export class Meter {
  readonly #bytesPerSecond: number | undefined;
  readonly #clock: Clock;
  #left: number;
  #nextAtMs = 0;

  constructor(
    limits: { mostBytes?: number | undefined; bytesPerSecond?: number | undefined },
    clock: Clock,
  ) {
    this.#left = limits.mostBytes ?? Infinity;
    this.#bytesPerSecond = limits.bytesPerSecond;
    this.#clock = clock;
  }

  /** @throws {BudgetUsed} when a file of this size no longer fits */
  checkFits(bytes: number): void {
    if (bytes > this.#left) throw new BudgetUsed();
  }

  /** Waits until these bytes fit the bandwidth. @throws {BudgetUsed} @throws the signal's reason */
  async take(bytes: number, signal: AbortSignal | undefined): Promise<void> {
    if (bytes > this.#left) throw new BudgetUsed();
    this.#left -= bytes;
    if (this.#bytesPerSecond === undefined) return;
    const now = this.#clock.monotonicMs();
    const startMs = Math.max(now, this.#nextAtMs);
    this.#nextAtMs = startMs + (bytes / this.#bytesPerSecond) * 1000;
    await this.#clock.sleep(startMs - now, signal);
  }
}
