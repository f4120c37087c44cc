import type { Kind, ProblemCode } from '@chatferry/contract';

/** One problem that keeps a row out of the plan; a row may have several. */
export interface Reject {
  readonly kind: Kind;
  readonly id?: string;
  readonly file: string;
  /** 1-based line on which the row begins. */
  readonly line: number;
  /** 1-based position among the rows of the file; only for a row that shares its line. */
  readonly item?: number;
  readonly code: ProblemCode;
  readonly field?: string;
  readonly value?: string;
  readonly message: string;
  readonly fix: string;
  /** The text of the row in the file; for a row that was rejected by planning, its record as JSON. */
  readonly row: string;
  /** Number of the cause in the plan. */
  readonly cause: number;
}
