import { groupEntity } from '../entities/group.ts';
import type { ReadyAnswer } from '../terms/answer.ts';
import { existingGroup, findGroup, groupExists, insertGroup } from '../storage/groups.ts';
import { addOwner } from '../storage/members.ts';
import type { Store } from '../storage/store.ts';
import { Fields } from './fields.ts';
import { readGroup } from './group-fields.ts';
import { importEach } from './import-each.ts';
import { referredUser } from './inline-details.ts';
import { checkKey } from './record-key.ts';

/** Stores groups that do not exist yet, without members. The owner must also be imported as a member. */
export function importGroups(body: unknown, store: Store): ReadyAnswer {
  return importEach('groups', body, (record, key) => {
    const fields = new Fields(record);
    const group = readGroup(fields);
    checkKey(key, 'guid', group.guid);
    if (findGroup(store, group.guid) !== undefined) throw groupExists(group.guid);
    fields.check();
    if (group.owner !== undefined)
      referredUser(store, group.owner, record['groupOwnerDetails'], 'groupOwnerDetails');
    const row = insertGroup(store, group);
    addOwner(store, row);
    return JSON.stringify(groupEntity(existingGroup(store, row.guid)));
  });
}
