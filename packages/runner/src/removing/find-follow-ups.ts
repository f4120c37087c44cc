import { BEFORE, CHANGED, kinds, kindsInOrder, type Row } from '@chatferry/contract';
import { compareKind } from '../comparing/compare-kind.ts';
import { type OwnRecord, ownRecords } from './own-keys.ts';
import { type BatchOwnership, ownershipOf } from './ownership.ts';
import type { RemovalSearch } from './removal-search.ts';

/**
 * Finds follow-ups that the app holds.
 *
 * @param isOwn whether a follow-up is to be removed
 * @param isOwnUser whether a user is the job's
 */
export async function findRelated(
  search: RemovalSearch,
  kind: 'reactions' | 'friends' | 'blocks',
  isOwn: (record: Pick<OwnRecord, 'is' | 'record'>) => boolean,
  isOwnUser: (uid: string) => boolean,
): Promise<void> {
  const { client, plan, ledger, spool, signal, onRemoval, onUnsure } = search;
  let ownership: BatchOwnership = { of: [], begunAt: 0 };
  await compareKind({
    client,
    plan,
    kind,
    spool,
    signal,
    // Relations of deactivated users are in no list, and are removed when the users are active again.
    isForFoundOnly: kind === 'reactions',
    select: (batch) => {
      ownership = ownershipOf(ledger, batch);
      return (position) => ownership.of[position] !== undefined;
    },
    onResult: async ({ planned: { id, position, record }, is }) => {
      if (is === 'missing') return;
      const whose = ownership.of[position]!;
      const row = record();
      const uid = row['uid'] as string;
      if (!isOwn({ is: whose, record })) {
        const goes = whose === 'answered' && isOwnUser(uid);
        return goes ? onUnsure(kind, id, `users:${uid}`) : onUnsure(kind, id);
      }
      if (kind !== 'reactions') return onRemoval({ kind, id, record: row });
      const { muid, reaction } = row as Record<string, string>;
      const messageId = await ledger.messageIds.idOf(muid!);
      if (messageId === undefined) return;
      onRemoval({ kind, id, record: { reactionId: id, muid, id: messageId, uid, reaction } });
    },
  });
}

/**
 * The service refuses nearly everything about a deactivated user, so the job's deactivated users are reactivated first. A user whom an
 * earlier job has deactivated is deactivated again in the end.
 */
export async function findDeactivated(
  { client, plan, onRemoval, signal }: RemovalSearch,
  isOwn: (uid: string) => boolean,
): Promise<void> {
  const before = new Set<string>();
  for (const { ids } of plan.landed.parts('deactivations')) for (const uid of ids) before.add(uid);
  const query = { onlyDeactivated: true as const };
  for await (const { uid } of client.list('users.list', { query, signal })) {
    if (!isOwn(uid)) continue;
    const record = { uid };
    onRemoval({ kind: 'deactivations', id: uid, record });
    if (before.has(uid)) onRemoval({ kind: 'reactivations', id: uid, record });
  }
}

interface ChangeRow {
  readonly [CHANGED]?: readonly string[];
  readonly [BEFORE]?: Row;
}

/** Finds changes that the job made to records that it did not create. */
export async function findChanges(
  search: RemovalSearch,
  isOwnGroup: (guid: string) => boolean,
): Promise<void> {
  for (const kind of kindsInOrder) {
    if (kind !== 'descriptions' && kinds[kind].changes === undefined) continue;
    for await (const records of ownRecords(search, kind))
      for (const { id, is, record } of records) {
        if (kind === 'descriptions' && isOwnGroup(id)) continue;
        if (kind === 'descriptions' && is !== 'answered') {
          search.onUnsure(kind, id);
          continue;
        }
        const { [CHANGED]: fields, [BEFORE]: before } = record() as ChangeRow;
        search.onNotRestored({ kind, id, fields, before });
      }
  }
}
