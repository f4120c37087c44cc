import type { GroupRow } from '../entities/group.ts';
import type { UserRow } from '../entities/user.ts';
import { isJsonObject } from '../entities/present.ts';
import { badField } from '../terms/service-problem.ts';
import { findGroup, groupNotFound, insertGroup } from '../storage/groups.ts';
import { addOwner } from '../storage/members.ts';
import { existingRole } from '../storage/roles.ts';
import type { Store } from '../storage/store.ts';
import { findUser, insertUser, userNotFound } from '../storage/users.ts';
import { Fields } from './fields.ts';
import { readGroup } from './group-fields.ts';
import { readUser } from './user-fields.ts';

/**
 * The user that a record refers to; created from the details in the record if it does not exist. Details of an existing user
 * are ignored.
 * @throws {ServiceProblem} `ERR_UID_NOT_FOUND`, also for a deactivated user; or the problem with the details
 */
export function referredUser(store: Store, uid: string, details: unknown, field: string): UserRow {
  const user = findUser(store, uid) ?? userFromDetails(store, uid, details, field);
  if (user === undefined || user.deactivated_at !== null) throw userNotFound(uid);
  return user;
}

/**
 * The group that a record refers to, found or created in the same way.
 * @throws {ServiceProblem} `ERR_GUID_NOT_FOUND`, or the problem with the details
 */
export function referredGroup(
  store: Store,
  guid: string,
  details: unknown,
  field: string,
  ownerDetails?: unknown,
): GroupRow {
  const group = findGroup(store, guid);
  if (group !== undefined) return group;
  if (!isJsonObject(details)) throw groupNotFound(guid);
  const fields = new Fields(details, `${field}.`);
  const given = readGroup(fields);
  fields.check();
  if (given.guid !== guid) throw badField(`${field}.guid`, `guid must be ${guid}.`);
  if (given.owner !== undefined)
    referredUser(store, given.owner, ownerDetails, 'receiverGroupOwnerDetails');
  const row = insertGroup(store, given);
  addOwner(store, row);
  return row;
}

function userFromDetails(
  store: Store,
  uid: string,
  details: unknown,
  field: string,
): UserRow | undefined {
  if (!isJsonObject(details)) return undefined;
  const fields = new Fields(details, `${field}.`);
  const given = readUser(fields);
  fields.check();
  if (given.uid !== uid) throw badField(`${field}.uid`, `uid must be ${uid}.`);
  if (given.role !== undefined) existingRole(store, given.role);
  return insertUser(store, given);
}
