import type { RowNotes } from '../rows/row-notes.ts';
import { type Condition, compileCondition } from './condition.ts';
import { type ReadValue, readerOf, type SourceRow } from './source-row.ts';

/** Finds the rows that the configuration does not want. */
export class RowFilter {
  readonly #conditions: readonly {
    readonly read: ReadValue;
    readonly meets: (value: unknown) => boolean;
    readonly reason: string;
  }[];

  /** @param header of CSV; undefined for JSON */
  constructor(only: Readonly<Record<string, Condition>>, header: readonly string[] | undefined) {
    this.#conditions = Object.entries(only).map(([name, wanted]) => {
      const { meets, otherwise } = compileCondition(wanted);
      return { read: readerOf(name, header), meets, reason: `${name} ${otherwise}` };
    });
  }

  /** Why a row is left out; undefined when it is read. */
  reasonFor(row: SourceRow, notes: RowNotes): string | undefined {
    for (const { read, meets, reason } of this.#conditions)
      if (!meets(read(row, notes))) return reason;
    return undefined;
  }
}
