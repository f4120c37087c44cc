import type { GroupRow } from '../entities/group.ts';
import { ServiceProblem } from '../terms/service-problem.ts';
import type { Store } from './store.ts';
import { SYSTEM_USER } from './users.ts';

export function findGroup(store: Store, guid: string): GroupRow | undefined {
  return store.get<GroupRow>('SELECT * FROM groups WHERE guid = ?', guid);
}

/** @throws {ServiceProblem} `ERR_GUID_NOT_FOUND` */
export function existingGroup(store: Store, guid: string): GroupRow {
  const group = findGroup(store, guid);
  if (group === undefined) throw groupNotFound(guid);
  return group;
}

export function groupNotFound(guid: string): ServiceProblem {
  return new ServiceProblem('ERR_GUID_NOT_FOUND', `The group ${guid} does not exist.`);
}

export function groupExists(guid: string): ServiceProblem {
  return new ServiceProblem('ERR_GUID_ALREADY_EXISTS', `The group ${guid} already exists.`);
}

/** A group to be stored; absent fields are empty. */
export interface NewGroup {
  readonly guid: string;
  readonly name: string;
  readonly type: GroupRow['type'];
  readonly password?: string | undefined;
  readonly icon?: string | undefined;
  readonly description?: string | undefined;
  /** Default: the system user. */
  readonly owner?: string | undefined;
  /** JSON text. */
  readonly metadata?: string | undefined;
  /** JSON text of a list. */
  readonly tags?: string | undefined;
  readonly createdAt?: number | undefined;
}

/**
 * Stores a group that does not exist yet, without members.
 * @throws {ServiceProblem} `ERR_EMPTY_GROUP_PASS`; `ERR_GUID_ALREADY_EXISTS`, and the existing group is left unchanged
 */
export function insertGroup(store: Store, group: NewGroup): GroupRow {
  if (group.type === 'password' && (group.password ?? '') === '')
    throw new ServiceProblem('ERR_EMPTY_GROUP_PASS', 'A group of type password needs a password.');
  const row: GroupRow = {
    guid: group.guid,
    name: group.name,
    type: group.type,
    password: group.password ?? null,
    icon: group.icon ?? null,
    description: group.description ?? null,
    owner: group.owner ?? SYSTEM_USER,
    metadata: group.metadata ?? null,
    tags: group.tags ?? '[]',
    members_count: 0,
    created_at: group.createdAt ?? store.seconds(),
    created_at_given: group.createdAt === undefined ? 0 : 1,
    updated_at: null,
  };
  const { changes } = store.run(
    `INSERT INTO groups (guid, name, type, password, icon, description, owner, metadata, tags, created_at,
       created_at_given)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    row.guid,
    row.name,
    row.type,
    row.password,
    row.icon,
    row.description,
    row.owner,
    row.metadata,
    row.tags,
    row.created_at,
    row.created_at_given,
  );
  if (changes === 0) throw groupExists(group.guid);
  return row;
}
