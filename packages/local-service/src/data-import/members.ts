import { memberId } from '@chatferry/contract';
import type { GroupRow } from '../entities/group.ts';
import type { UserRow } from '../entities/user.ts';
import type { ReadyAnswer } from '../terms/answer.ts';
import { ServiceProblem } from '../terms/service-problem.ts';
import {
  addMember,
  banMember,
  changeMember,
  findMembership,
  isBanned,
  isImplied,
} from '../storage/members.ts';
import type { Store } from '../storage/store.ts';
import { Fields } from './fields.ts';
import { importEach } from './import-each.ts';
import { referredGroup, referredUser } from './inline-details.ts';
import { checkKey } from './record-key.ts';

const SCOPES = ['admin', 'moderator', 'participant'] as const;

/** Makes users members of groups, or bans them from groups. */
export function importMembers(body: unknown, store: Store): ReadyAnswer {
  return importEach('members', body, (record, key) => {
    const fields = new Fields(record);
    const guid = fields.id('guid');
    const uid = fields.id('uid');
    const banned = fields.flag('isBanned');
    const scope = fields.oneOf('scope', SCOPES) ?? 'participant';
    const joinedAt = fields.seconds('joinedAt');
    checkKey(key, 'memberId', record['memberId']);
    checkKey(key, 'memberId', memberId(guid, uid));
    checkNew(store, guid, uid, banned);
    fields.check();
    const group = referredGroup(store, guid, record['groupDetails'], 'groupDetails');
    const user = referredUser(store, uid, record['userDetails'], 'userDetails');
    if (joinedAt !== undefined) checkJoinedAt(joinedAt, group, user, store.now());

    const since = joinedAt ?? store.seconds();
    if (banned) banMember(store, guid, uid, since);
    else if (isImplied(store, guid, uid))
      changeMember(store, { guid, uid, scope, joinedAt: since });
    else addMember(store, { guid, uid, scope, joinedAt: since });
    return JSON.stringify({
      guid,
      uid,
      scope,
      joinedAt: since,
      ...(banned ? { isBanned: true } : {}),
    });
  });
}

/** Reports an existing record before any other problem, so that the answer to a repeated request is correct. */
function checkNew(store: Store, guid: string, uid: string, banned: boolean): void {
  if (findMembership(store, guid, uid) !== undefined && !isImplied(store, guid, uid))
    throw new ServiceProblem(
      'ERR_ALREADY_JOINED',
      `The user ${uid} is already a member of ${guid}.`,
    );
  if (banned && isBanned(store, guid, uid))
    throw new ServiceProblem(
      'ERR_ALREADY_BANNED',
      `The user ${uid} is already banned from ${guid}.`,
    );
}

/**
 * `joinedAt` must not be before the creation of the group or the user, nor in the future. Only creation times from a request count,
 * because other creation times are the time of the import. Joining in the second of creation is allowed, as in the reference's own
 * example.
 */
function checkJoinedAt(joinedAt: number, group: GroupRow, user: UserRow, nowMs: number): void {
  const earliest = Math.max(
    group.created_at_given === 1 ? group.created_at : 0,
    user.created_at_given === 1 ? user.created_at : 0,
  );
  if (joinedAt < earliest || joinedAt * 1000 >= nowMs)
    throw new ServiceProblem(
      'ERR_IMPORT_INVALID_JOINEDAT',
      `joinedAt must be between the creation of the group and the user (${earliest}) and now.`,
    );
}
