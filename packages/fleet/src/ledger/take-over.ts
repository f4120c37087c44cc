import { randomUUID } from 'node:crypto';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import { LedgerError } from '@chatferry/runner';
import type { Store } from '../store/store.ts';
import type { HeldLanes } from './group-commit.ts';
import { type LaneKey, laneKey } from './group.ts';

/**
 * Takes lanes of a job: only the new holder can write about them from then on. What the old one wrote
 * until then is seen by what the new one reads, because both lock the same rows.
 *
 * @throws {LedgerError} `ledger-elsewhere` when the ledger of the job has left the store
 */
export async function takeOver(
  store: Store,
  job: number,
  lanes: number,
  kinds: readonly Kind[] = kindsInOrder,
): Promise<HeldLanes> {
  const token = randomUUID();
  const rows = await store.query<{ kind: Kind; lane: number; writes: number }>({
    text: `INSERT INTO chatferry.lane AS l (job, kind, lane, token)
           SELECT j.id, kind, lane, $4
           FROM (SELECT id FROM chatferry.job WHERE id = $1 AND exported_at IS NULL FOR SHARE) AS j,
                unnest($2::text[]) AS kind, generate_series(0, $3 - 1) AS lane
           ORDER BY kind, lane
           ON CONFLICT (job, kind, lane) DO UPDATE SET token = excluded.token
           RETURNING kind, lane, writes`,
    values: [job, kinds, lanes, token],
  });
  if (rows.length === 0) throw exportedLedger(store.name);
  const writes = new Map<LaneKey, number>();
  for (const { kind, lane, writes: count } of rows) writes.set(laneKey(kind, lane), count);
  return { job, token, writes };
}

/** The error for a job whose ledger is in a file again. */
function exportedLedger(store: string): LedgerError {
  return new LedgerError('ledger-elsewhere', `The ledger of this job has left ${store}.`, {
    file: store,
    fix: 'Continue with the job folder that it was exported to, or bring it back: chatferry ledger import.',
  });
}
