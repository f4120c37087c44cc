import { comparableOf, type FieldDifference, type Kind, kinds } from '@chatferry/contract';
import { compareKind } from '../comparing/compare-kind.ts';
import { isProved } from '../comparing/proof.ts';
import { KeyHashes, KeySet } from './key-set.ts';
import { type JobToUndo, type OwnRecord, ownRecords } from './own-keys.ts';
import { type BatchOwnership, type Ownership, ownershipOf } from './ownership.ts';
import type { RemovalSearch } from './removal-search.ts';

/** Whether a record is the job's: an answer reports it, or it is proved. */
export type IsOwn = (record: OwnRecord) => boolean;

/**
 * Compares records that a request may have stored with the app, and finds the job's records. Any other compared record that the app
 * holds is reported as unsure.
 *
 * @param compares which records are compared
 * @returns the ids of the job's records that the app holds
 */
export async function findOwn(
  { client, plan, ledger, spool, signal, onUnsure }: RemovalSearch,
  kind: Kind,
  compares: (is: NonNullable<Ownership>) => boolean = () => true,
): Promise<KeyHashes> {
  const isSentByChat = ledger.sentByChat.has(kind);
  const found = new KeyHashes(plan.summary.kinds[kind].planned);
  let ownership: BatchOwnership = { of: [], begunAt: 0 };
  await compareKind({
    client,
    plan,
    kind,
    route: isSentByChat ? 'chat' : undefined,
    spool,
    signal,
    isForFoundOnly: true,
    select: (batch) => {
      ownership = ownershipOf(ledger, batch);
      return (position) => {
        const is = ownership.of[position];
        return is !== undefined && compares(is);
      };
    },
    onResult: ({ planned: { id, position, record }, is, same, differences }) => {
      if (is === 'missing' || is === 'hidden') return;
      const { of, begunAt } = ownership;
      const isOwn =
        of[position] === 'own'
          ? !isReplaced(kind, differences)
          : of[position] === 'provable' &&
            same > 0 &&
            isProved(kind, comparableOf(kind, record(), { isSentByChat }), begunAt);
      if (isOwn) found.add(id);
      else onUnsure(kind, id);
    },
  });
  return found;
}

/** Whether another person has created a record again: its time then differs from the time that was sent. */
function isReplaced(kind: Kind, differences: readonly FieldDifference[]): boolean {
  const { provedBy, time } = kinds[kind];
  return provedBy === 'time' && differences.some(({ field }) => field === time);
}

/** @param found records that the app has shown to be the job's */
export function isOwnAmong(...found: readonly KeySet[]): IsOwn {
  return ({ id, is }) => is === 'own' || (is === 'provable' && found.some((ids) => ids.has(id)));
}

/** Finds out which messages and replies are the job's. Reads the app only when the ledger does not know. */
export async function ownMessages(search: RemovalSearch): Promise<IsOwn> {
  const found: KeySet[] = [];
  for (const kind of ['messages', 'replies'] as const)
    if (await hasUncertain(search, kind))
      found.push(new KeySet(await findOwn(search, kind, (is) => is !== 'own')));
  return isOwnAmong(...found);
}

async function hasUncertain(job: JobToUndo, kind: Kind): Promise<boolean> {
  for await (const records of ownRecords(job, kind))
    if (records.some(({ is }) => is !== 'own')) return true;
  return false;
}
