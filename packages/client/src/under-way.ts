import { ApiError } from './api-error.ts';

/** The calls that have begun and not ended, so that closing can wait for them and let no other begin. */
export class CallsUnderWay {
  readonly #calls = new Set<Promise<unknown>>();
  #ended: Promise<unknown> | undefined;

  /** @throws {ApiError} `not-configured` after `end` */
  async run<Result>(operation: string, call: () => Promise<Result>): Promise<Result> {
    if (this.#ended !== undefined)
      throw new ApiError('not-configured', 'the client is closed; make a new one.', {
        operation,
        mayHaveLanded: false,
      });
    const running = call();
    this.#calls.add(running);
    try {
      return await running;
    } finally {
      this.#calls.delete(running);
    }
  }

  /** Lets no more calls begin, and resolves when the last one has ended, well or not. */
  async end(): Promise<void> {
    this.#ended ??= Promise.allSettled(this.#calls);
    await this.#ended;
  }
}
