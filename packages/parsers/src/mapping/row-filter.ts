import type { RowNotes } from '../rows/row-notes.ts';
import { type Condition, compileCondition } from './condition.ts';
import type { ReadValue, SourceRow } from './source-row.ts';

/** Finds the rows that the configuration does not want. */
export class RowFilter {
  readonly #conditions: readonly {
    readonly read: ReadValue;
    readonly meets: (value: unknown) => boolean;
    readonly reason: string;
  }[];

  /** @param readerFor compiles the name of a column, or a path */
  constructor(only: Readonly<Record<string, Condition>>, readerFor: (name: string) => ReadValue) {
    this.#conditions = Object.entries(only).map(([name, wanted]) => {
      const { meets, otherwise } = compileCondition(wanted);
      return { read: readerFor(name), meets, reason: `${name} ${otherwise}` };
    });
  }

  /** Why a row is left out; undefined when it is read. */
  reasonFor(row: SourceRow, notes: RowNotes): string | undefined {
    for (const { read, meets, reason } of this.#conditions)
      if (!meets(read(row, notes))) return reason;
    return undefined;
  }
}
