import type { Problem } from '@chatferry/contract';

/** What came up while a row was put into shape. One object is used again for each row. */
export class RowNotes {
  /** Whether the row is no longer what its text says, so that it has to be written anew. */
  changed = false;
  /** Whether the row got a `memberId` that its text does not have. */
  hasOwnMemberId = false;
  /** What could not be read. */
  problems: Problem[] = [];
  /** What was read in a way worth telling. */
  warnings: Problem[] = [];

  clear(): void {
    this.changed = false;
    this.hasOwnMemberId = false;
    if (this.problems.length > 0) this.problems = [];
    if (this.warnings.length > 0) this.warnings = [];
  }
}
