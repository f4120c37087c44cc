import { ApiError } from './api-error.ts';

/** The calls that have begun and not ended, so that closing can wait for them and let no other begin. */
export class CallsUnderWay {
  readonly #lastHasEnded = Promise.withResolvers<void>();
  #count = 0;
  #isEnding = false;

  /** @throws {ApiError} `not-configured` after `end` */
  async run<Result>(operation: string, call: () => Promise<Result>): Promise<Result> {
    if (this.#isEnding)
      throw new ApiError('not-configured', 'the client is closed; make a new one.', {
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

  /** Lets no more calls begin, and resolves when the last one has ended, well or not. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#resolveAtEnd();
    await this.#lastHasEnded.promise;
  }

  #resolveAtEnd(): void {
    if (this.#isEnding && this.#count === 0) this.#lastHasEnded.resolve();
  }
}
