import type { Lease, StopReason } from '@chatferry/runner';

/** The right to walk the lanes of a shift. A write, a slot or the queue reports its loss. */
export class ShiftLease implements Lease {
  readonly #lost = new AbortController();
  readonly #store: string;

  /** @param store the name of the store */
  constructor(store: string) {
    this.#store = store;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Does nothing: a loss is known as soon as the store reports it. */
  check(): void {}

  lose(): void {
    const reason: StopReason = {
      code: 'ledger',
      message: `Another worker has the lanes in ${this.#store}, or the job is not worked on any more.`,
      fix: 'Nothing is to be done: what was sent and not recorded is sent again by the other worker, and is not stored twice.',
    };
    this.#lost.abort(reason);
  }
}
