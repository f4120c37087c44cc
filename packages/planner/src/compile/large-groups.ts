import { idHash, limits, problem } from '@chatferry/contract';
import { idOfEntry } from '../batch.ts';
import type { CompileParts } from './compile-parts.ts';
import type { KindIntake } from './kind-intake.ts';
import { fileOf, lineOf } from './origin.ts';
import { RecordReader } from './record-reader.ts';

/** Warns of groups with more members than the service gives receipts for, once all memberships are known. */
export function warnOfLargeGroups({ spool, dropped }: KindIntake, parts: CompileParts): void {
  const { directory, inputs, tallies, causes } = parts;
  if (!directory.hasLargeGroups()) return;
  const reader = new RecordReader(spool);
  for (let slot = 0; slot < spool.records; slot++) {
    const { ordinal, wire, origin } = reader.read(slot);
    if (dropped.has(ordinal)) continue;
    const id = idOfEntry(wire);
    const members = directory.membersOf(idHash(id));
    if (members <= limits.membersWithReceipts) continue;
    tallies.groups.warnings++;
    const detail = `${members} members`;
    const told = problem('large-group', { field: 'guid', value: id, detail });
    const place = { file: inputs.fileOf(fileOf(origin)), line: lineOf(origin) };
    causes.count({ severity: 'warning', kind: 'groups', id, ...place, ...told });
  }
}
