import { join } from 'node:path';
import { freeIdHash, kinds, type Problem, problem } from '@chatferry/contract';
import type { RootCause } from '../plan/plan-summary.ts';
import { RecordReader, type StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { fieldsOf } from '../spool/wire.ts';
import type { Bitmap } from '../storage/bitmap.ts';
import { RepeatFinder } from '../storage/repeat-finder.ts';
import { type MissingRecords, whyMissing } from '../notes/missing-records.ts';

/** The messages that will be planned, on disk. */
export interface PlannedMessages {
  /** The ids of all messages. */
  readonly ids: RepeatFinder;
  /** Ordinals of messages that will not be planned. */
  readonly dropped: Bitmap;
  readonly spool: RecordSpool;
}

/**
 * Finds the records of a spool that belong to messages that will not be planned, in the order of the spool. Both sides are joined part by
 * part, on disk.
 *
 * @param messages `undefined` when the plan has none
 * @param landed the messages that landed in an earlier job
 */
export function* withoutMessage(
  spool: RecordSpool,
  folder: string,
  messages: PlannedMessages | undefined,
  landed: RepeatFinder | undefined,
  missingRecords: MissingRecords,
): Generator<{
  readonly record: StoredRecord;
  readonly problem: Problem;
  readonly root: RootCause;
}> {
  const field = kinds[spool.kind].ofMessage!;
  const reader = new RecordReader(spool);
  const muidOf = (slot: number): string => fieldsOf(reader.read(slot).wire)[field] as string;
  const slots: number[] = [];
  using wanted = new RepeatFinder(join(folder, `${spool.kind}.messages`));
  for (let slot = 0; slot < spool.records; slot++) {
    if (spool.dropped.has(reader.read(slot).ordinal)) continue;
    wanted.add(freeIdHash(muidOf(slot)), slot, slot);
  }
  wanted.missingFrom(
    [messages?.ids, landed],
    (ordinal) => messages?.dropped.has(ordinal) === true,
    (slot) => slots.push(slot),
  );
  for (const slot of slots.toSorted((one, other) => one - other)) {
    const muid = muidOf(slot);
    const root = missingRecords.rootOf('messages', freeIdHash(muid), muid);
    const detail = whyMissing(root, 'messages', muid);
    const missing = problem('missing-message', { field, value: muid, detail });
    yield { record: reader.read(slot), problem: missing, root };
  }
}
