import { changedCounts } from './outcome-counts.ts';
import type { CountsByKind } from './outcome.ts';
import type { RunEvent } from './run-event.ts';

/** The counts of each kind according to the events so far, for when the ledger can no longer be read. */
export class LastCounts {
  #counts: CountsByKind;

  /** @param counts before the first event */
  constructor(counts: CountsByKind) {
    this.#counts = counts;
  }

  get counts(): CountsByKind {
    return this.#counts;
  }

  take(event: RunEvent): void {
    if (event.type === 'kind-compared')
      this.#counts = { ...this.#counts, [event.kind]: event.counts };
    if (event.type !== 'batch-settled') return;
    const { kind, change } = event;
    this.#counts = { ...this.#counts, [kind]: changedCounts(this.#counts[kind], change) };
  }
}
