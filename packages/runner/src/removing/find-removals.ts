import { byKind, type Kind, kinds, memberId, type Row } from '@chatferry/contract';
import { readIfThere } from '../comparing/held-list.ts';
import { plannedIds } from '../comparing/planned-ids.ts';
import { findOwn, type IsOwn, isOwnAmong, ownMessages } from './find-own.ts';
import { findChanges, findDeactivated, findRelated } from './find-follow-ups.ts';
import {
  type OnForeign,
  type OwnRecords,
  readForeignMembers,
  readForeignMessages,
  readForeignRelations,
  readOwnersOfKept,
} from './foreign-records.ts';
import { KeyHashes, KeySet } from './key-set.ts';
import { type OwnRecord, ownKeys, ownRecords } from './own-keys.ts';
import { kindOfMessage, memberKey, ownId, readKeys } from './own-sets.ts';
import type { RemovalSearch } from './removal-search.ts';

/** The number of records that the job created, by kind. */
export type OwnCounts = Readonly<Record<Kind, number>>;

/** Reads the app, and finds what a job created. Users and groups come last. @throws {ApiError} @throws {LedgerError} */
export async function findRemovals(search: RemovalSearch): Promise<OwnCounts> {
  const { client, onForeign, onRemoval, onUnsure, onStep = () => {}, signal } = search;
  const counts = byKind(() => 0);
  const count = (kind: Kind, { size }: KeySet): void => void (counts[kind] += size);

  const found = { roles: new KeyHashes(0), users: new KeyHashes(0), groups: new KeyHashes(0) };
  for (const kind of ['roles', 'users', 'groups'] as const) {
    onStep(kind);
    found[kind] = await findOwn(search, kind);
    const isOwn = isOwnAmong(new KeySet(found[kind]));
    count(kind, await ownKeys(search, kind, (record) => (isOwn(record) ? record.id : undefined)));
  }
  const [users, groups] = [new KeySet(found.users), new KeySet(found.groups)];
  const isOwnMessage = await ownMessages(search);
  const sets = await readKeys(search, isOwnMessage);
  for (const kind of ['members', 'messages', 'replies', 'friends'] as const)
    count(kind, sets[kind]);
  count('members', sets.bans);

  onStep('messages');
  const own: OwnRecords = {
    hasUser: (uid) => users.has(uid),
    hasGroup: (guid) => groups.has(guid),
    isOwnMessage: (message) => kindOfMessage(message, sets) !== undefined,
    isOwnMember: (guid, { uid, joinedAt }) => {
      const id = memberId(guid, uid);
      return sets.members.has(id) || sets.members.has(memberKey(id, joinedAt));
    },
    isOwnRelation: (kind, id) => sets[kind].has(id),
  };
  const kept = { users: new Set<string>(), groups: new Set<string>() };
  const keep: OnForeign = (kind, id, holds) => {
    kept[kind].add(id);
    onForeign(kind, id, holds);
  };
  const app = { client, own, onForeign: keep, signal };
  await readForeignMessages(app, (message) => {
    const { muid, id } = message;
    onRemoval({ kind: kindOfMessage(message, sets)!, id: muid!, record: { muid, id } });
  });
  onStep('members');
  const remove = (guid: string, uid: string, more: object = {}): void => {
    const id = memberId(guid, uid);
    onRemoval({ kind: 'members', id, record: { memberId: id, guid, uid, ...more } });
  };
  const unsureIfSent = (guid: string, uid: string): void => {
    const id = memberId(guid, uid);
    if (sets.sentMembers.has(id)) onUnsure('members', id);
  };
  await readForeignMembers(
    { ...app, onForeignMember: unsureIfSent },
    users.size > 0 || sets.sentMembers.size > 0,
    (guid, { uid, joinedAt }) => remove(guid, uid, { joinedAt }),
  );
  if (kept.groups.size > 0) await readOwnersOfKept(app, (guid) => kept.groups.has(guid));
  await readBans(search, (guid, uid) => {
    if (sets.bans.has(memberId(guid, uid))) remove(guid, uid, { isBanned: true });
    else unsureIfSent(guid, uid);
  });
  onStep('friends');
  await readForeignRelations(app, idsIn(search, 'users', users));
  // What an answer reports, but does not prove, goes with the user who made it, and with its message.
  const muids = await ownMuids(search, isOwnMessage);
  const goes = ({ is, record }: Pick<OwnRecord, 'is' | 'record'>): boolean => {
    if (is !== 'answered') return is === 'own';
    const { uid, muid } = record() as { uid: string; muid?: string };
    return (
      (users.has(uid) && !kept.users.has(uid)) ||
      (muid !== undefined && muids.some((ids) => ids.has(muid)))
    );
  };
  for (const kind of ['reactions', 'friends', 'blocks'] as const) {
    onStep(kind);
    await findRelated(search, kind, goes, (uid) => users.has(uid));
  }
  onStep('deactivations');
  const usersOfPlan = await plannedIds({ plan: search.plan, kind: 'users', signal });
  await findDeactivated(search, (uid) => {
    if (users.has(uid)) return true;
    // The run may have reactivated others to send what refers to them, so that an answer proves nothing.
    const isOwn = sets.deactivations.has(uid) && !usersOfPlan.has(uid);
    if (!isOwn && sets.sentDeactivations.has(uid)) onUnsure('deactivations', uid);
    return isOwn;
  });
  await findChanges(search, (guid) => groups.has(guid));
  for (const kind of ['groups', 'users', 'roles'] as const) {
    const set = new KeySet(found[kind]);
    const createdAt = await creationTimes(search, kind, set);
    for await (const id of idsIn(search, kind, set)) {
      const record = { [kinds[kind].key]: id, ...createdAt(id) };
      onRemoval({ kind, id, record });
    }
  }
  for (const kind of ['reactions', 'blocks'] as const)
    count(kind, await ownKeys(search, kind, (record) => (goes(record) ? record.id : undefined)));
  for (const kind of ['deactivations', 'descriptions'] as const)
    count(kind, await ownKeys(search, kind, ownId));
  return counts;
}

/** The messages and replies of the job, if reactions may belong to them. */
async function ownMuids(search: RemovalSearch, isOwn: IsOwn): Promise<readonly KeySet[]> {
  if (search.plan.summary.kinds.reactions.planned === 0) return [];
  const idsOf = (kind: 'messages' | 'replies'): Promise<KeySet> =>
    ownKeys(search, kind, (record) => (isOwn(record) ? record.id : undefined));
  return [await idsOf('messages'), await idsOf('replies')];
}

/** When the app created records: who has taken the id of a removed one is recognised by another time. */
async function creationTimes(
  { client, signal }: RemovalSearch,
  kind: 'groups' | 'users' | 'roles',
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

/** Reads the lists of the banned of groups in which the job has banned users. */
async function readBans(
  search: RemovalSearch,
  onBan: (guid: string, uid: string) => unknown,
): Promise<void> {
  const guids = new Set<string>();
  for await (const records of ownRecords(search, 'members'))
    for (const { record } of records) {
      const { guid, isBanned } = record() as { guid: string; isBanned?: boolean };
      if (isBanned === true) guids.add(guid);
    }
  const { client, signal } = search;
  for (const guid of guids)
    await readIfThere(
      client.list('groups.bannedUsers.list', { path: { guid }, signal }),
      ({ uid }) => onBan(guid, uid),
    );
}

async function* idsIn(search: RemovalSearch, kind: Kind, set: KeySet): AsyncGenerator<string> {
  for await (const records of ownRecords(search, kind))
    for (const { id } of records) if (set.has(id)) yield id;
}
