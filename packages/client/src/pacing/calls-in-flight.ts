import { ApiError } from '../terms/api-error.ts';

/** The calls in progress. Closing waits for them and allows no further calls. */
export class CallsInFlight {
  readonly #lastHasEnded = Promise.withResolvers<void>();
  #count = 0;
  #isEnding = false;

  /** @throws {ApiError} `not-configured` after `end` */
  async run<Result>(operation: string, call: () => Promise<Result>): Promise<Result> {
    if (this.#isEnding)
      throw new ApiError('not-configured', 'the client is closed; create a new one.', {
        operation,
        mayHaveLanded: false,
      });
    this.#count++;
    try {
      return await call();
    } finally {
      this.#count--;
      this.#resolveAtEnd();
    }
  }

  /** Allows no more calls, and resolves when the last one has ended, successfully or not. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#resolveAtEnd();
    await this.#lastHasEnded.promise;
  }

  #resolveAtEnd(): void {
    if (this.#isEnding && this.#count === 0) this.#lastHasEnded.resolve();
  }
}
