import type { Kind } from '@chatferry/contract';
import type { Outcome } from '../terms/outcome.ts';

/** Records that a retry has moved from one outcome to another. */
export interface Change {
  readonly kind: Kind;
  readonly from: Outcome;
  readonly to: Outcome;
  readonly records: number;
}

/** Counts what a run changes about records that had an outcome before. */
export class ChangeTally {
  readonly #changes = new Map<string, Change>();

  add(kind: Kind, from: Outcome, to: Outcome): void {
    const key = `${kind} ${from} ${to}`;
    const records = (this.#changes.get(key)?.records ?? 0) + 1;
    this.#changes.set(key, { kind, from, to, records });
  }

  get all(): readonly Change[] {
    return [...this.#changes.values()];
  }
}
