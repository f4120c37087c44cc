import { byKind, type Kind, kinds, type Row } from '@chatferry/contract';
import { plannedIds } from '../comparing/planned-ids.ts';
import { findContents, idsIn } from './find-contents.ts';
import { findOwn, type IsOwn, isOwnAmong, ownMessages } from './find-own.ts';
import { findChanges, findDeactivated, findRelated } from './find-follow-ups.ts';
import { KeyHashes, KeySet } from './key-set.ts';
import { type OwnRecord, ownKeys } from './own-keys.ts';
import { type KeySets, ownId, readKeys } from './own-sets.ts';
import type { RemovalSearch } from './removal-search.ts';

/** The number of records that the job created, by kind. */
export type OwnCounts = Readonly<Record<Kind, number>>;

/** Reads the app, and finds what a job created. Users and groups come last. @throws {ApiError} @throws {LedgerError} */
export async function findRemovals(search: RemovalSearch): Promise<OwnCounts> {
  const counts = byKind(() => 0);
  const holders = await ownHolders(search, counts);
  const [users, groups] = [new KeySet(holders.users), new KeySet(holders.groups)];
  const isOwnMessage = await ownMessages(search);
  const sets = await readKeys(search, isOwnMessage);
  for (const kind of ['members', 'messages', 'replies', 'friends'] as const)
    counts[kind] += sets[kind].size;
  counts.members += sets.bans.size;

  const kept = await findContents(search, users, groups, sets);
  const muids = await ownMuids(search, isOwnMessage);
  const goes = goesWith(users, kept.users, muids);
  await findFollowUps(search, users, groups, sets, goes);
  for (const kind of ['groups', 'users', 'roles'] as const)
    await removeHolders(search, kind, new KeySet(holders[kind]));
  for (const kind of ['reactions', 'blocks'] as const)
    counts[kind] += (await ownKeys(search, kind, idIf(goes))).size;
  for (const kind of ['deactivations', 'descriptions'] as const)
    counts[kind] += (await ownKeys(search, kind, ownId)).size;
  return counts;
}

type HolderKind = 'roles' | 'users' | 'groups';

/** The job's roles, users and groups. Also counts them. */
async function ownHolders(
  search: RemovalSearch,
  counts: Record<Kind, number>,
): Promise<Readonly<Record<HolderKind, KeyHashes>>> {
  const found = { roles: new KeyHashes(0), users: new KeyHashes(0), groups: new KeyHashes(0) };
  for (const kind of ['roles', 'users', 'groups'] as const) {
    search.onStep?.(kind);
    found[kind] = await findOwn(search, kind);
    const isOwn = isOwnAmong(new KeySet(found[kind]));
    counts[kind] += (await ownKeys(search, kind, idIf(isOwn))).size;
  }
  return found;
}

type Goes = (record: Pick<OwnRecord, 'is' | 'record'>) => boolean;

/** A record that an answer reports but does not prove is removed with the user who made it, or with its message. */
function goesWith(users: KeySet, kept: ReadonlySet<string>, muids: readonly KeySet[]): Goes {
  return ({ is, record }) => {
    if (is !== 'answered') return is === 'own';
    const { uid, muid } = record() as { uid: string; muid?: string };
    return (
      (users.has(uid) && !kept.has(uid)) ||
      (muid !== undefined && muids.some((ids) => ids.has(muid)))
    );
  };
}

/** Finds reactions, friends, blocks, deactivations, and changes of groups. */
async function findFollowUps(
  search: RemovalSearch,
  users: KeySet,
  groups: KeySet,
  sets: KeySets,
  goes: Goes,
): Promise<void> {
  const { onUnsure, onStep = () => {}, signal } = search;
  for (const kind of ['reactions', 'friends', 'blocks'] as const) {
    onStep(kind);
    await findRelated(search, kind, goes, (uid) => users.has(uid));
  }
  onStep('deactivations');
  const usersOfPlan = await plannedIds({ plan: search.plan, kind: 'users', signal });
  await findDeactivated(search, (uid) => {
    if (users.has(uid)) return true;
    // The run may have reactivated other people's users to send records that refer to them, so an answer about them proves nothing.
    const isOwn = sets.deactivations.has(uid) && !usersOfPlan.has(uid);
    if (!isOwn && sets.sentDeactivations.has(uid)) onUnsure('deactivations', uid);
    return isOwn;
  });
  await findChanges(search, (guid) => groups.has(guid));
}

async function removeHolders(search: RemovalSearch, kind: HolderKind, own: KeySet): Promise<void> {
  const createdAt = await creationTimes(search, kind, own);
  for await (const id of idsIn(search, kind, own))
    search.onRemoval({ kind, id, record: { [kinds[kind].key]: id, ...createdAt(id) } });
}

/** Returns the id of a record that counts. */
function idIf(counts: IsOwn | Goes): (record: OwnRecord) => string | undefined {
  return (record) => (counts(record) ? record.id : undefined);
}

/** The messages and replies of the job, if reactions may belong to them. */
async function ownMuids(search: RemovalSearch, isOwn: IsOwn): Promise<readonly KeySet[]> {
  if (search.plan.summary.kinds.reactions.planned === 0) return [];
  return [
    await ownKeys(search, 'messages', idIf(isOwn)),
    await ownKeys(search, 'replies', idIf(isOwn)),
  ];
}

/** When the app created records. A later record with the id of a removed record has another time. */
async function creationTimes(
  { client, signal }: RemovalSearch,
  kind: HolderKind,
  ids: KeySet,
): Promise<(id: string) => { readonly createdAt?: number }> {
  const times = new Float64Array(ids.size);
  if (ids.size > 0) {
    const { operation, query } = kinds[kind].list as {
      operation: 'roles.list' | 'users.list' | 'groups.list';
      query: object;
    };
    for await (const record of client.list(operation, { query, signal })) {
      const slot = ids.slot((record as Row)[kinds[kind].key] as string);
      if (slot !== undefined) times[slot] = record.createdAt ?? 0;
    }
  }
  return (id) => {
    const createdAt = times[ids.slot(id)!];
    return createdAt === undefined || createdAt === 0 ? {} : { createdAt };
  };
}
