import { changedCounts } from './outcome-counts.ts';
import type { CountsByKind } from './outcome.ts';
import type { RunEvent } from './run-event.ts';

/** How far each kind has got as far as the events emit, for when the ledger cannot be asked any more. */
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
