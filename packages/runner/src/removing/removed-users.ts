import type { Plan } from '@chatferry/planner';
import { plannedRecords } from '../comparing/planned-records.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { isLanded, type Mark } from '../ledger/marks.ts';
import { KeyHashes, KeySet } from './key-set.ts';

/** The users that earlier runs of a removal have removed. */
export async function removedUsers(
  plan: Plan,
  ledger: Pick<LedgerStore, 'batch' | 'counts'>,
): Promise<KeySet> {
  const { created, present } = (await ledger.counts()).users;
  const hashes = new KeyHashes(created + present);
  if (created + present === 0) return new KeySet(hashes);
  const select = async ({ seq }: { readonly seq: number }): Promise<(at: number) => boolean> => {
    const { marks } = (await ledger.batch(seq)) ?? { marks: '' };
    return (position) => isLanded((marks[position] ?? '.') as Mark);
  };
  const { signal } = new AbortController();
  for await (const records of plannedRecords({ plan, kind: 'users', select, signal }))
    for (const { id } of records) hashes.add(id);
  return new KeySet(hashes);
}
