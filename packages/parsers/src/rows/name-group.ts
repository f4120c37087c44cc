import { type Kind, kinds, problem, type Row } from '@chatferry/contract';
import type { RowNotes } from '../terms/row-notes.ts';

/** Calls a group without a name by its id, with a warning. */
export function nameGroup(kind: Kind, row: Row, notes: RowNotes): void {
  const { key, hasMembers } = kinds[kind];
  if (hasMembers !== true || row['name'] !== undefined || typeof row[key] !== 'string') return;
  row['name'] = row[key];
  notes.changed = true;
  notes.warnings.push(problem('unnamed-group', { field: 'name' }));
}
