import type { Lease, StopReason } from '@chatferry/runner';

/** The right to walk the lanes of a shift. It is lost when a write, a slot or the queue says so. */
export class ShiftLease implements Lease {
  readonly #lost = new AbortController();
  readonly #store: string;

  /** @param store its name */
  constructor(store: string) {
    this.#store = store;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** A loss is known as soon as the store reports it. */
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
