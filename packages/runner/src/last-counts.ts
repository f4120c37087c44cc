import { combined } from './ledger/marks.ts';
import type { CountsByKind, KindCounts, OutcomeCounts } from './outcome.ts';
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
    this.#counts = { ...this.#counts, [kind]: changed(this.#counts[kind], change) };
  }
}

function changed(counts: KindCounts, change: OutcomeCounts): KindCounts {
  const { created, present, failed, skipped, unresolved } = change;
  const settled = created + present + failed + skipped + unresolved;
  return { ...combined(counts, change), pending: counts.pending - settled };
}
