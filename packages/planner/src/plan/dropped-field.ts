import type { Kind, ProblemCode } from '@chatferry/contract';

/** An optional field that was dropped from a record because the service would refuse its value. */
export interface DroppedField {
  readonly kind: Kind;
  readonly id: string;
  readonly file: string;
  /** 1-based line on which the row begins. */
  readonly line: number;
  readonly field: string;
  /** The place of the value inside the field; absent when the value is the field's own. */
  readonly at?: string;
  /** Truncated; absent when only the size was wrong. */
  readonly value?: string;
  /** The problem with the value. */
  readonly code: ProblemCode;
}
