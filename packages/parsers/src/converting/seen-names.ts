import type { ReadValue } from '../mapping/source-row.ts';

/** JSON objects may be keyed by ids; a mapping names far fewer. */
export const MOST_NAMES = 10_000;

/** The names of columns and paths under which rows have values, each once. */
export class SeenNames {
  readonly #seen = new Set<string>();
  /** Names that the filter found; they count after the first row has passed it. */
  readonly #filtered = new Set<string>();
  #fresh: string[] = [];

  add(name: string): void {
    if (this.#seen.has(name) || this.#seen.size >= MOST_NAMES) return;
    this.#seen.add(name);
    this.#fresh.push(name);
  }

  /** A reader that notes that a row has the name. @param isFilter whether the reader also reads rows that are then left out */
  noting(name: string, read: ReadValue, isFilter = false): ReadValue {
    return (row, notes) => {
      const value = read(row, notes);
      if (value === undefined || value === '') return value;
      if (isFilter) this.#filtered.add(name);
      else if (!this.#seen.has(name)) this.add(name);
      return value;
    };
  }

  /** Names that were not returned before. */
  take(): readonly string[] {
    if (this.#seen.size > 0) for (const name of this.#filtered) this.add(name);
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }
}
