/**
 * Gathers what many callers ask for at the same time. One group is in progress; callers that arrive in the meantime are in the next
 * one, which is one statement and one commit for all of them.
 */
export class Gathering<T> {
  readonly #first: (waiting: readonly T[]) => readonly T[];
  readonly #carryOut: (group: readonly T[]) => Promise<void>;
  #waiting: T[] = [];
  #isBusy = false;

  /**
   * @param first which of those that wait fit into one group: at least the first of them
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
      // What the callers do next, now that they know, joins the next group.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#isBusy = false;
  }
}
