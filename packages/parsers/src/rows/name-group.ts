import { type Kind, kinds, problem, type Row } from '@chatferry/contract';
import type { RowNotes } from '../terms/row-notes.ts';

/**
 * Names a group without a name by its id, with a warning. A name that equals the id in the file does not count as a name.
 *
 * @param legacyId the id as the file has it
 */
export function nameGroup(kind: Kind, row: Row, legacyId: unknown, notes: RowNotes): void {
  const { key, hasMembers } = kinds[kind];
  const { name } = row;
  if (hasMembers !== true || typeof row[key] !== 'string' || name === row[key]) return;
  if (name !== undefined && name !== legacyId) return;
  row['name'] = row[key];
  notes.changed = true;
  notes.warnings.push(problem('unnamed-group', { field: 'name' }));
}
