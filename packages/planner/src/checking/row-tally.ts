import { byKind, type Kind } from '@chatferry/contract';

/** Outcome of the rows of a kind so far. */
export interface RowTally {
  /** Rows read, valid or not, and records made by splitting. */
  rows: number;
  /** The part of `rows` that was made by splitting. */
  made: number;
  merged: number;
  rejected: number;
  warnings: number;
  /** Rows that a filter of the mapping left out, by reason. */
  readonly filtered: Map<string, number>;
}

export function emptyTallies(): Record<Kind, RowTally> {
  return byKind(() => ({
    rows: 0,
    made: 0,
    merged: 0,
    rejected: 0,
    warnings: 0,
    filtered: new Map(),
  }));
}
