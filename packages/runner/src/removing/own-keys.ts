import type { ItemOf } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import { type PlannedRecord, plannedRecords } from '../comparing/planned-records.ts';
import type { Ledger } from '../ledger/sqlite/ledger.ts';
import { KeyHashes, KeySet } from './key-set.ts';
import { type BatchOwnership, type Ownership, ownershipOf } from './ownership.ts';

export interface JobToUndo {
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
}

/** The records of a kind that a job created, or may have created, batch by batch. */
export async function* ownRecords(
  { plan, ledger, signal }: JobToUndo,
  kind: Kind,
): AsyncGenerator<readonly OwnRecord[], void> {
  let ownership: BatchOwnership = { of: [], begunAt: 0 };
  const select = (batch: Parameters<typeof ownershipOf>[1]): ((position: number) => boolean) => {
    ownership = ownershipOf(ledger, batch);
    return (position) => ownership.of[position] !== undefined;
  };
  for await (const records of plannedRecords({ plan, kind, select, signal }))
    yield records.map((record) => ({
      ...record,
      is: ownership.of[record.position]!,
      begunAt: ownership.begunAt,
    }));
}

export interface OwnRecord extends PlannedRecord {
  readonly is: NonNullable<Ownership>;
  /** The same as in `BatchOwnership`. */
  readonly begunAt: number;
}

/** The keys of records of a kind that a job created, or may have created. @param keyOf `undefined` for a record that is left out */
export async function ownKeys(
  job: JobToUndo,
  kind: Kind,
  keyOf: (record: OwnRecord) => string | undefined,
): Promise<KeySet> {
  const hashes = new KeyHashes(job.plan.summary.kinds[kind].planned);
  for await (const records of ownRecords(job, kind))
    for (const record of records) {
      const key = keyOf(record);
      if (key !== undefined) hashes.add(key);
    }
  return new KeySet(hashes);
}

/** A key that a message of the job shares with its planned message, even after its text has changed. */
export function messageKey({
  muid,
  sender,
  receiver,
}: Pick<ItemOf<'messages.list'>, 'muid' | 'sender' | 'receiver'>): string {
  return JSON.stringify([muid, sender, receiver]);
}
