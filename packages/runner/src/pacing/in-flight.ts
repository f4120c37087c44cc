import pLimit from 'p-limit';
import { adapted, type Concurrency, type Ended, startingConcurrency } from './concurrency.ts';

/** Keeps as many requests on their way as the service bears, and no more. */
export class InFlight {
  readonly #most: number;
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #onChange: (concurrency: number) => void;
  #concurrency: Concurrency;

  constructor(most: number, onChange: (concurrency: number) => void) {
    this.#most = most;
    this.#onChange = onChange;
    this.#concurrency = startingConcurrency(most);
    this.#limit = pLimit(most);
  }

  /** Does the work as soon as there is a place for it. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#limit(work);
  }

  /** Says how a request ended, which may change the number of places. */
  ended(how: Ended): void {
    const before = this.#concurrency.limit;
    this.#concurrency = adapted(this.#concurrency, how, this.#most);
    const { limit } = this.#concurrency;
    if (limit === before) return;
    this.#limit.concurrency = limit;
    this.#onChange(limit);
  }
}
