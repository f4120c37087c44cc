import type { RowNotes } from '../terms/row-notes.ts';
import type { When } from '../mapping/condition.ts';
import { WHEN_MET } from '../mapping/seen-values.ts';
import { RowFilter } from './row-filter.ts';
import { type ReadValue, readerOf, type SourceRow } from '../mapping/source-row.ts';

/** Separates the rows of a kind from other rows of the same file. */
export class RowSelection {
  readonly #own: RowFilter;
  readonly #others: readonly RowFilter[] | false;
  #isMet = false;
  #isFresh = false;

  /**
   * @param others the `when` of the file's other kinds, if this reading counts the rows that no kind takes
   * @param header of CSV; undefined for JSON @param file the path whose parts are `$file` and `$folder`
   */
  constructor(
    own: When | undefined,
    others: readonly When[] | false,
    header: readonly string[] | undefined,
    file: string,
  ) {
    const readerFor = (name: string): ReadValue => readerOf(name, header, false, file);
    this.#own = new RowFilter('when', own ?? {}, readerFor);
    this.#others = others && others.map((each) => new RowFilter('when', each, readerFor));
  }

  /** Whether a row is of this kind, of another kind, or of no kind; also `other` when another reading counts the rows of no kind. */
  kindOf(row: SourceRow, notes: RowNotes): 'own' | 'other' | 'none' {
    if (this.#own.reasonFor(row, notes) === undefined) {
      this.#isFresh ||= !this.#isMet;
      this.#isMet = true;
      return 'own';
    }
    const isOther =
      this.#others === false ||
      this.#others.some((other) => other.reasonFor(row, notes) === undefined);
    return isOther ? 'other' : 'none';
  }

  /** The evidence about the conditions from rows since the last call, see `unusedValues`. */
  takeValues(): readonly string[] {
    const isFresh = this.#isFresh;
    this.#isFresh = false;
    return [...this.#own.takeValues(), ...(isFresh ? [WHEN_MET] : [])];
  }
}
