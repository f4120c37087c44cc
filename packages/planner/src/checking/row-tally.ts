import { byKind, type Kind } from '@chatferry/contract';

/** Outcome of the rows of a kind, as far as is known while they come in. */
export interface RowTally {
  /** Rows read, good and bad, and those made by splitting. */
  rows: number;
  /** Of `rows`, those made by splitting. */
  made: number;
  merged: number;
  rejected: number;
  warnings: number;
}

export function emptyTallies(): Record<Kind, RowTally> {
  return byKind(() => ({ rows: 0, made: 0, merged: 0, rejected: 0, warnings: 0 }));
}
