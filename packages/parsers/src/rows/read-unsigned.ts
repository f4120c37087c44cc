import { type Row, takeUnsigned } from '@chatferry/contract';
import type { RowNotes } from '../terms/row-notes.ts';

/** Warns about the addresses of a row that have lost their signatures. */
export function readUnsigned(row: Row, notes: Pick<RowNotes, 'changed' | 'warnings'>): void {
  const warnings = takeUnsigned(row);
  if (warnings === undefined) return;
  notes.warnings.push(...warnings);
  notes.changed = true;
}
