/** What is lost because of a problem: the row, nothing, or the rest of the file. */
export type Severity = 'reject' | 'warning' | 'file';

export interface ProblemDefinition {
  readonly severity: Severity;
  /** What is wrong, as the end of a sentence that begins with the field or the row. */
  readonly means: string;
  /** What the owner of the data can do about the problem. */
  readonly fix: string;
}
