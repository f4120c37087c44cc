import type { Kind, ProblemCode } from '@chatferry/contract';

/** An optional field that was left out of a record because the service would not have taken its value. */
export interface DroppedField {
  readonly kind: Kind;
  readonly id: string;
  readonly file: string;
  /** 1-based line on which the row begins. */
  readonly line: number;
  readonly field: string;
  /** Cut short; absent when only the size was wrong. */
  readonly value?: string;
  /** What is wrong with the value. */
  readonly code: ProblemCode;
}
