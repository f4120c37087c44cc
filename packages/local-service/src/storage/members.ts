import { limits } from '@chatferry/contract';
import type { Membership } from '../entities/group.ts';
import { ServiceProblem } from '../service-problem.ts';
import type { Store } from './store.ts';

export type MemberScope = 'admin' | 'moderator' | 'participant';

export function findMembership(store: Store, guid: string, uid: string): Membership | undefined {
  return store.get<Membership>(
    'SELECT scope, joined_at FROM members WHERE guid = ? AND uid = ?',
    guid,
    uid,
  );
}

export function isBanned(store: Store, guid: string, uid: string): boolean {
  return store.get('SELECT 1 FROM bans WHERE guid = ? AND uid = ?', guid, uid) !== undefined;
}

/**
 * Makes a user a member.
 * @throws {ServiceProblem} `ERR_ALREADY_JOINED`, `ERR_BANNED_GROUPMEMBER`, `ERR_NO_VACANCY`
 */
export function addMember(
  store: Store,
  {
    guid,
    uid,
    scope,
    joinedAt,
  }: { guid: string; uid: string; scope: MemberScope; joinedAt: number },
): void {
  if (isBanned(store, guid, uid)) throw bannedMember(guid, uid);
  const { changes } = store.run(
    'INSERT INTO members (guid, uid, scope, joined_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    guid,
    uid,
    scope,
    joinedAt,
  );
  if (changes === 0)
    throw new ServiceProblem(
      'ERR_ALREADY_JOINED',
      `The user ${uid} is already a member of ${guid}.`,
    );
  const group = store.get<{ members_count: number }>(
    'UPDATE groups SET members_count = members_count + 1 WHERE guid = ? RETURNING members_count',
    guid,
  );
  if ((group?.members_count ?? 0) > limits.membersPerGroup) {
    removeMember(store, guid, uid);
    throw new ServiceProblem('ERR_NO_VACANCY', `The group ${guid} is full.`);
  }
}

/** @returns whether the user was a member */
export function removeMember(store: Store, guid: string, uid: string): boolean {
  const { changes } = store.run('DELETE FROM members WHERE guid = ? AND uid = ?', guid, uid);
  if (changes > 0)
    store.run('UPDATE groups SET members_count = members_count - 1 WHERE guid = ?', guid);
  return changes > 0;
}

/**
 * Bans a user, who stops being a member.
 * @throws {ServiceProblem} `ERR_ALREADY_BANNED`
 */
export function banMember(store: Store, guid: string, uid: string, bannedAt: number): void {
  const { changes } = store.run(
    'INSERT INTO bans (guid, uid, banned_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    guid,
    uid,
    bannedAt,
  );
  if (changes === 0)
    throw new ServiceProblem(
      'ERR_ALREADY_BANNED',
      `The user ${uid} is already banned from ${guid}.`,
    );
  removeMember(store, guid, uid);
}

export function bannedMember(guid: string, uid: string): ServiceProblem {
  return new ServiceProblem('ERR_BANNED_GROUPMEMBER', `The user ${uid} is banned from ${guid}.`);
}
