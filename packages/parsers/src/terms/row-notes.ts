import { type Problem, shownValue } from '@chatferry/contract';

/** Notes about a row, collected while it is read. One object is reused for each row. */
export class RowNotes {
  /** Whether the row differs from its text, so that it has to be serialised again. */
  changed = false;
  /** The field of the row's id, if it was filled in and the text lacks it. */
  filledInKey: string | undefined;
  /** The fraction of the second at which the record happened. It orders records of the same second. */
  fraction = 0;
  /** Position of the row in its file; 0 when its line identifies it. */
  item = 0;
  /** Whether values may include numbers that are too long for JavaScript, with all their digits. */
  hasLongNumbers = false;
  /** Values that could not be read. */
  problems: Problem[] = [];
  /** Values that were read with a warning. */
  warnings: Problem[] = [];

  /** The problems for which optional fields were dropped. */
  dropped: Problem[] = [];

  /** The value of a field in the file; undefined when the row has no value of its own. */
  original: ((field: string) => unknown) | undefined;

  /** The problem with the value as in the file, if reading converted the value. */
  asInFile(found: Problem): Problem {
    if (found.field === undefined || found.value === undefined) return found;
    const value = shownValue(this.original?.(found.field));
    return value === undefined || value === found.value ? found : { ...found, value };
  }

  clear(): void {
    this.changed = false;
    this.filledInKey = undefined;
    this.fraction = 0;
    this.item = 0;
    this.hasLongNumbers = false;
    if (this.problems.length > 0) this.problems = [];
    if (this.dropped.length > 0) this.dropped = [];
    if (this.warnings.length > 0) this.warnings = [];
  }
}
