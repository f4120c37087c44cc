import { userEntity } from '../entities/user.ts';
import type { ReadyAnswer } from '../terms/answer.ts';
import { existingRole } from '../storage/roles.ts';
import type { Store } from '../storage/store.ts';
import { findUser, insertUser, userExists } from '../storage/users.ts';
import { Fields } from './fields.ts';
import { importEach } from './import-each.ts';
import { checkKey } from './record-key.ts';
import { readUser } from './user-fields.ts';

/** Stores users that do not exist yet. An existing user is left unchanged, deactivated or not. */
export function importUsers(body: unknown, store: Store): ReadyAnswer {
  return importEach('users', body, (record, key) => {
    const fields = new Fields(record);
    const user = readUser(fields);
    checkKey(key, 'uid', user.uid);
    if (findUser(store, user.uid) !== undefined) throw userExists(user.uid);
    fields.check();
    if (user.role !== undefined) existingRole(store, user.role);
    return JSON.stringify(userEntity(insertUser(store, user)));
  });
}
