import type { SkippedEntries } from '@chatferry/client';

/** Entries of the lists of one operation that are not items. */
export interface SkippedCount {
  readonly operation: string;
  readonly entries: number;
  /** The forms that they have, such as `null`; never their content. */
  readonly forms: readonly string[];
}

/** Counts entries that were left out of lists, by operation. */
export class SkippedTally {
  readonly #byOperation = new Map<string, { entries: number; forms: Set<string> }>();

  take({ operation, entries }: SkippedEntries): void {
    const known = this.#byOperation.get(operation) ?? { entries: 0, forms: new Set<string>() };
    known.entries += entries.length;
    for (const form of entries) known.forms.add(form);
    this.#byOperation.set(operation, known);
  }

  get counts(): readonly SkippedCount[] {
    return [...this.#byOperation].map(([operation, { entries, forms }]) => ({
      operation,
      entries,
      forms: [...forms],
    }));
  }
}
