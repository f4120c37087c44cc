import type { RowNotes } from '../terms/row-notes.ts';
import { compileCondition } from './compile-condition.ts';
import type { Condition } from '../mapping/condition.ts';
import { SeenValues, valuesNamed } from '../mapping/seen-values.ts';
import type { ReadValue, SourceRow } from '../mapping/source-row.ts';

/** Finds the rows that the configuration leaves out. */
export class RowFilter {
  readonly #conditions: readonly {
    readonly read: ReadValue;
    readonly meets: (value: unknown) => boolean;
    readonly reason: string;
    readonly seen: SeenValues;
  }[];

  /** @param key the part of the mapping that has the conditions @param readerFor compiles the name of a column, or a path */
  constructor(
    key: 'when' | 'only',
    conditions: Readonly<Record<string, Condition>>,
    readerFor: (name: string) => ReadValue,
  ) {
    this.#conditions = Object.entries(conditions).map(([name, wanted]) => {
      const seen = new SeenValues(key, name, valuesNamed(wanted));
      const { meets, otherwise } = compileCondition(wanted, seen);
      return { read: readerFor(name), meets, reason: `${name} ${otherwise}`, seen };
    });
  }

  /** Why a row is left out; undefined when it is read. */
  reasonFor(row: SourceRow, notes: RowNotes): string | undefined {
    let found: string | undefined;
    for (const { read, meets, reason, seen } of this.#conditions) {
      if (found !== undefined && !seen.isOpen) continue;
      if (!meets(read(row, notes))) found ??= reason;
    }
    return found;
  }

  /** Values of rows that were not returned before. */
  takeValues(): readonly string[] {
    return this.#conditions.flatMap(({ seen }) => seen.take());
  }
}
