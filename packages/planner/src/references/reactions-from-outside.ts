import { join } from 'node:path';
import {
  column,
  COLUMNS,
  freeIdHash,
  idHash,
  kinds,
  pairHash,
  problem,
  type Problem,
} from '@chatferry/contract';
import { RecordReader, type StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { fieldsOf } from '../spool/wire.ts';
import { RepeatFinder } from '../storage/repeat-finder.ts';
import type { PlannedMessages } from './missing-messages.ts';
import type { ReferenceIndex } from './reference-index.ts';

/**
 * Finds the reactions that the service refuses because the user is neither the sender nor a member of the message's group, in the order
 * of the spool. The group of a message that landed in an earlier job is unknown.
 */
export function* reactionsFromOutside(
  spool: RecordSpool,
  folder: string,
  { ids, dropped, spool: messages }: PlannedMessages,
  referenceIndex: ReferenceIndex,
): Generator<{ readonly record: StoredRecord; readonly problem: Problem }> {
  if (referenceIndex.groupCount === 0) return;
  const field = kinds[spool.kind].ofMessage!;
  const [reactionReader, messageReader] = [new RecordReader(spool), new RecordReader(messages)];
  const pairs: (readonly [slot: number, message: number])[] = [];
  using wanted = new RepeatFinder(join(folder, `${spool.kind}.groups`));
  for (let slot = 0; slot < spool.records; slot++) {
    const { ordinal, wire } = reactionReader.read(slot);
    if (!spool.dropped.has(ordinal))
      wanted.add(freeIdHash(fieldsOf(wire)[field] as string), ordinal, slot);
  }
  wanted.pairsWith(ids, (slot, message) => pairs.push([slot, message]));
  const columns = new Float64Array(COLUMNS);
  const outside: number[] = [];
  for (const [slot, at] of pairs.toSorted(([, one], [, other]) => one - other)) {
    const stored = messageReader.read(at);
    if (dropped.has(stored.ordinal)) continue;
    const { muid, sender, receiver, receiverType } = fieldsOf(stored.wire);
    if (receiverType !== 'group') continue;
    const { uid, [field]: of } = fieldsOf(reactionReader.read(slot).wire);
    if (of !== muid || uid === sender) continue; // Two muids may share a hash.
    columns[column.group] = idHash(receiver as string);
    columns[column.user] = idHash(uid as string);
    columns[column.pair] = pairHash(columns[column.group]!, columns[column.user]!);
    if (referenceIndex.isFromOutside(columns, 0)) outside.push(slot);
  }
  for (const slot of outside.toSorted((one, other) => one - other)) {
    const record = reactionReader.read(slot);
    const value = fieldsOf(record.wire)['uid'];
    yield { record, problem: problem('reaction-from-outside', { field: 'uid', value }) };
  }
}
