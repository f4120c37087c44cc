import type { Kind } from '@chatferry/contract';
import { droppedField, isOptional } from '../cleaning/drop-optional.ts';
import type { ReadValue } from '../mapping/source-row.ts';

/**
 * Compiles the reader of a field's value. Problems with the column become problems of the field where the record is valid without the
 * field, so that the field is dropped, and not the record.
 */
export function readFor(kind: Kind, field: string, read: ReadValue): ReadValue {
  if (!isOptional(kind, { field }) || droppedField(kind, { field }) !== field) return read;
  return (row, notes) => {
    const before = notes.problems.length;
    const value = read(row, notes);
    for (let at = before; at < notes.problems.length; at++)
      notes.problems[at] = { ...notes.problems[at]!, field };
    return value;
  };
}
