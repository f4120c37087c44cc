/** The loss that a problem causes: the row, nothing, or the rest of the file. */
export type Severity = 'reject' | 'warning' | 'file';

export interface ProblemDefinition {
  readonly severity: Severity;
  /** What is wrong, as the end of a sentence that begins with the field or the row. */
  readonly means: string;
  /** The remedy, in a sentence to the owner of the data. */
  readonly fix: string;
}
