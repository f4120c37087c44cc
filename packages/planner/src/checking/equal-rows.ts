import { fileOf } from '../spool/origin.ts';
import type { StoredRecord } from '../spool/record-reader.ts';
import type { SplitRows } from './split-rows.ts';

/**
 * Numbers rows that have the same id because it is made from their columns: the second of a file gets 2, the third 3.
 * The first keeps the id. Rows of several files are numbered in each by itself, so that a row which two files have is
 * one record.
 */
export class EqualRows {
  readonly #splitRows: SplitRows;
  /** Numbers of the inputs whose ids are made from columns. */
  readonly #inputs = new Set<number>();
  /** Rows so far, by winner and input. */
  readonly #counts = new Map<string, number>();
  /** Highest number so far, by ordinal of the winner. */
  readonly #highest = new Map<number, number>();

  /** @param splitRows whose parts have numbered ids of their own: such rows are duplicates like others */
  constructor(splitRows: SplitRows) {
    this.#splitRows = splitRows;
  }

  /** Whether any input has such ids. */
  get hasInputs(): boolean {
    return this.#inputs.size > 0;
  }

  addInput(input: number): void {
    this.#inputs.add(input);
  }

  /**
   * The number of a record with the id of another one; undefined when it is a duplicate. Call it in input order.
   *
   * @param winner the first record with the id
   */
  numberOf(winner: StoredRecord, other: StoredRecord): number | undefined {
    const [first, input] = [fileOf(winner.origin), fileOf(other.origin)];
    if (!this.#inputs.has(first) || !this.#inputs.has(input)) return undefined;
    if (this.#splitRows.has(winner.ordinal) || this.#splitRows.has(other.ordinal)) return undefined;
    const key = `${winner.ordinal} ${input}`;
    const number = (this.#counts.get(key) ?? (first === input ? 1 : 0)) + 1;
    this.#counts.set(key, number);
    if (number <= (this.#highest.get(winner.ordinal) ?? 1)) return undefined;
    this.#highest.set(winner.ordinal, number);
    return number;
  }
}
