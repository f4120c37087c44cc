import { counted, idHash, limits, problem } from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import { RecordReader } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import type { InputNumbers } from '../notes/input-numbers.ts';
import type { ReferenceIndex } from '../references/reference-index.ts';
import type { Warnings } from '../notes/warnings.ts';

/**
 * Warns about groups with more members than the service supports receipts for. Counts all memberships of the plan.
 *
 * @param groups the spooled groups
 */
export function warnOfLargeGroups(
  groups: RecordSpool,
  referenceIndex: ReferenceIndex,
  inputs: InputNumbers,
  warnings: Warnings,
): void {
  if (!referenceIndex.hasLargeGroups()) return;
  const reader = new RecordReader(groups);
  for (let slot = 0; slot < groups.records; slot++) {
    const { ordinal, wire, origin } = reader.read(slot);
    if (groups.dropped.has(ordinal)) continue;
    const id = idOfEntry(wire);
    const members = referenceIndex.membersOf(idHash(id));
    if (members <= limits.membersWithReceipts) continue;
    const warning = problem('large-group', {
      field: 'guid',
      value: id,
      detail: counted(members, 'member'),
    });
    warnings.add('groups', inputs.originOf(origin), id, warning);
  }
}
