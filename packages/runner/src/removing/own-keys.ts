import type { ItemOf } from '@chatferry/client';
import { type Kind, memberId } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import { type PlannedRecord, plannedRecords } from '../comparing/planned-records.ts';
import type { Ledger } from '../ledger/sqlite/ledger.ts';
import { KeyHashes, KeySet } from './key-set.ts';
import { type Ownership, ownershipOf } from './ownership.ts';

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
  let ownership: readonly Ownership[] = [];
  const select = (batch: Parameters<typeof ownershipOf>[1]): ((position: number) => boolean) => {
    ownership = ownershipOf(ledger, batch);
    return (position) => ownership[position] !== undefined;
  };
  for await (const records of plannedRecords({ plan, kind, select, signal }))
    yield records.map((record) => ({ ...record, is: ownership[record.position]! }));
}

export interface OwnRecord extends PlannedRecord {
  readonly is: NonNullable<Ownership>;
}

/** The keys of the records of a kind that a job created, or may have created. */
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

/** What a message of the job has in common with that of the plan, whatever its text is by now. */
export function messageKey({
  muid,
  sender,
  receiver,
}: Pick<ItemOf<'messages.list'>, 'muid' | 'sender' | 'receiver'>): string {
  return JSON.stringify([muid, sender, receiver]);
}

/** @param joinedAt given where only a membership of this time is the one that the job may have created */
export function memberKey(guid: string, uid: string, joinedAt?: number): string {
  return joinedAt === undefined ? memberId(guid, uid) : `${memberId(guid, uid)} ${joinedAt}`;
}
