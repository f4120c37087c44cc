/**
 * Gathers simultaneous requests of many callers into groups. While a group is in progress, arriving callers join the next
 * group, which is one statement and one commit for all of them.
 */
export class Gathering<T> {
  readonly #first: (waiting: readonly T[]) => readonly T[];
  readonly #carryOut: (group: readonly T[]) => Promise<void>;
  #waiting: T[] = [];
  #isBusy = false;

  /**
   * @param first returns the waiting requests that fit into one group: at least the first request
   * @param carryOut reports the result to each caller. Never rejects.
   */
  constructor(
    first: (waiting: readonly T[]) => readonly T[],
    carryOut: (group: readonly T[]) => Promise<void>,
  ) {
    this.#first = first;
    this.#carryOut = carryOut;
  }

  add(one: T): void {
    this.#waiting.push(one);
    if (this.#isBusy) return;
    this.#isBusy = true;
    // Changes that arrive in the same turn of the event loop are in the same group.
    setImmediate(() => void this.#flush());
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = new Set(this.#first(this.#waiting));
      this.#waiting = this.#waiting.filter((one) => !group.has(one));
      await this.#carryOut([...group]);
      // The next requests of these callers, who now have their results, join the next group.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#isBusy = false;
  }
}
