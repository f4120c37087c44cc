import pLimit from 'p-limit';
import { adapted, type Concurrency, type RequestEnd, startingConcurrency } from './concurrency.ts';

/** Limits the requests in flight to as many as the service handles. */
export class InFlight {
  readonly #most: number;
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #onChange: (concurrency: number) => void;
  #concurrency: Concurrency;
  #requests = 0;

  constructor(most: number, onChange: (concurrency: number) => void) {
    this.#most = most;
    this.#onChange = onChange;
    this.#concurrency = startingConcurrency(most);
    this.#limit = pLimit(most);
  }

  /** Requests that were sent, and not answered yet. */
  get requests(): number {
    return this.#requests;
  }

  /** Counts a request while it is in flight. */
  async counted<T>(request: () => Promise<T>): Promise<T> {
    this.#requests++;
    try {
      return await request();
    } finally {
      this.#requests--;
    }
  }

  /** Does the work as soon as fewer requests than the limit are in flight. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#limit(work);
  }

  /** Reports how a request ended, which may change the limit. */
  ended(how: RequestEnd): void {
    const before = this.#concurrency.limit;
    this.#concurrency = adapted(this.#concurrency, how, this.#most);
    const { limit } = this.#concurrency;
    if (limit === before) return;
    this.#limit.concurrency = limit;
    this.#onChange(limit);
  }
}
