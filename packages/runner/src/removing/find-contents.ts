import { type Kind, memberId } from '@chatferry/contract';
import { readIfThere } from '../comparing/held-list.ts';
import {
  type OnForeign,
  type OwnRecords,
  readForeignMembers,
  readForeignMessages,
  readForeignRelations,
  readOwnersOfKept,
} from './foreign-records.ts';
import type { KeySet } from './key-set.ts';
import { ownRecords } from './own-keys.ts';
import { kindOfMessage, type KeySets, memberKey } from './own-sets.ts';
import type { RemovalSearch } from './removal-search.ts';

/** Finds messages, memberships, bans and friends. @returns the users and groups that hold other people's records */
export async function findContents(
  search: RemovalSearch,
  users: KeySet,
  groups: KeySet,
  sets: KeySets,
): Promise<Readonly<Record<'users' | 'groups', ReadonlySet<string>>>> {
  const { client, onForeign, onRemoval, onUnsure, onStep = () => {}, signal } = search;
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
  return kept;
}

/** Reads the banned users of groups in which the job has banned users. */
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

/** The ids of the plan whose hashes are in a set. */
export async function* idsIn(
  search: RemovalSearch,
  kind: Kind,
  set: KeySet,
): AsyncGenerator<string> {
  for await (const records of ownRecords(search, kind))
    for (const { id } of records) if (set.has(id)) yield id;
}
