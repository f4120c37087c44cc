import type { CutOverOptions } from './cut-over-options.ts';

/** The confirmation that people can no longer write in the legacy system. A person is asked for it while rounds continue. */
export class AskedWord implements Disposable {
  readonly #options: CutOverOptions;
  readonly #answered = new AbortController();
  #asking: AbortController | undefined;
  #isGiven = false;

  constructor(options: CutOverOptions) {
    this.#options = options;
  }

  /** Whether the confirmation was given. A question that could not be asked is not an answer. */
  get isGiven(): boolean {
    return this.#isGiven;
  }

  /** Aborted when the confirmation is given, when it cannot be asked for, and when the operator stops everything. */
  get orStopped(): AbortSignal {
    return AbortSignal.any([this.#options.signal, this.#answered.signal]);
  }

  ask(): void {
    if (this.#asking !== undefined) return;
    const asking = (this.#asking = new AbortController());
    const signal = AbortSignal.any([this.#options.signal, asking.signal]);
    void this.#wait(signal);
  }

  async #wait(signal: AbortSignal): Promise<void> {
    try {
      await this.#options.confirm!('freeze', signal);
      if (signal.aborted) return;
      this.#isGiven = true;
      this.#answered.abort();
    } catch (error) {
      if (!signal.aborted) this.#answered.abort(error);
    }
  }

  unask(): void {
    this.#asking?.abort();
    this.#asking = undefined;
  }

  [Symbol.dispose](): void {
    this.unask();
  }
}
