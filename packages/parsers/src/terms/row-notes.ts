import { type Problem, shownValue } from '@chatferry/contract';

/** Notes about a row, collected while it is read. One object is reused for each row. */
export class RowNotes {
  /** Whether the row differs from its text, so that it has to be serialised again. */
  changed = false;
  /** The field of the row's id, if it was filled in and the text does not have it. */
  filledInKey: string | undefined;
  /** The fraction of the second in which the record took place: records of one second are ordered by it. */
  fraction = 0;
  /** Position of the row in its file; 0 where its line is enough. */
  item = 0;
  /** Whether values may be numbers that are too long for JavaScript, with all their digits. */
  hasLongNumbers = false;
  /** Values that could not be read. */
  problems: Problem[] = [];
  /** Values that were read with a warning. */
  warnings: Problem[] = [];

  /** Problems of optional fields that were dropped because of them. */
  dropped: Problem[] = [];

  /** The value of a field in the file; undefined where the row has none of its own. */
  original: ((field: string) => unknown) | undefined;

  /** The problem with the value in the file, where it was converted when the row was read. */
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
