import { type Problem, shownValue } from '@chatferry/contract';

/** What came up while a row was put into shape. One object is used again for each row. */
export class RowNotes {
  /** Whether the row is no longer what its text says, so that it has to be written anew. */
  changed = false;
  /** The field of the row's id, if the row got it here and its text does not have it. */
  filledInKey: string | undefined;
  /** What could not be read. */
  problems: Problem[] = [];
  /** What was read in a way worth telling. */
  warnings: Problem[] = [];

  /** What is wrong with optional fields that were left out for it. */
  dropped: Problem[] = [];

  /** The value of a field as the file has it; undefined where the row has none of its own. */
  original: ((field: string) => unknown) | undefined;

  /** The problem with the value that the file has, where it was converted when the row was read. */
  asInFile(found: Problem): Problem {
    if (found.field === undefined || found.value === undefined) return found;
    const value = shownValue(this.original?.(found.field));
    return value === undefined || value === found.value ? found : { ...found, value };
  }

  clear(): void {
    this.changed = false;
    this.filledInKey = undefined;
    if (this.problems.length > 0) this.problems = [];
    if (this.dropped.length > 0) this.dropped = [];
    if (this.warnings.length > 0) this.warnings = [];
  }
}
