import { limits } from '@chatferry/contract';
import type { GroupRow, Membership } from '../entities/group.ts';
import { ServiceProblem } from '../terms/service-problem.ts';
import type { Store } from './store.ts';
import { SYSTEM_USER } from './users.ts';

export type MemberScope = 'admin' | 'moderator' | 'participant';

interface NewMember {
  readonly guid: string;
  readonly uid: string;
  readonly scope: MemberScope;
  readonly joinedAt: number;
}

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
export function addMember(store: Store, { guid, uid, scope, joinedAt }: NewMember): void {
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

/** Makes the owner of an imported group a member: an admin since the creation of the group. */
export function addOwner(store: Store, { guid, owner, created_at: joinedAt }: GroupRow): void {
  if (owner === SYSTEM_USER) return;
  addMember(store, { guid, uid: owner, scope: 'admin', joinedAt });
  store.run('INSERT INTO implied_members (guid, uid) VALUES (?, ?)', guid, owner);
}

/** Replaces scope and time of a membership. */
export function changeMember(store: Store, { guid, uid, scope, joinedAt }: NewMember): void {
  store.run(
    'UPDATE members SET scope = ?, joined_at = ? WHERE guid = ? AND uid = ?',
    scope,
    joinedAt,
    guid,
    uid,
  );
}

/** Whether a membership was created with an imported group and has not changed since. */
export function isImplied(store: Store, guid: string, uid: string): boolean {
  return (
    store.get('SELECT 1 FROM implied_members WHERE guid = ? AND uid = ?', guid, uid) !== undefined
  );
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
