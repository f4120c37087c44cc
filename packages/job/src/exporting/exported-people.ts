import type { Row } from '@chatferry/contract';
import type { LeftOut } from './causes.ts';

/** A record in the form that `plan` reads, and its fields that no import takes. */
export interface ExportedRecord {
  readonly id: string;
  readonly record: Row;
  readonly left: readonly LeftOut[];
}

/** The uid as which the app itself acts. It is in no list of users. */
export const APP_USER = 'app_system';

/** The fields of a record in a list: fields that are written, and fields that follow from others or depend on the reader. */
interface Shown {
  readonly written: readonly string[];
  readonly computed: ReadonlySet<string>;
}

const users: Shown = {
  written: [
    'uid',
    'name',
    'avatar',
    'link',
    'role',
    'metadata',
    'tags',
    'createdAt',
    'lastActiveAt',
    'deactivatedAt',
  ],
  computed: new Set([
    'status',
    'updatedAt',
    'conversationId',
    'blockedByMe',
    'blockedByMeAt',
    'blockedAt',
    'hasBlockedMe',
    'scope',
    'joinedAt',
  ]),
};

const groups: Shown = {
  written: [
    'guid',
    'name',
    'type',
    'icon',
    'description',
    'owner',
    'metadata',
    'tags',
    'createdAt',
  ],
  computed: new Set([
    'membersCount',
    'onlineMembersCount',
    'conversationId',
    'updatedAt',
    'hasJoined',
    'scope',
    'joinedAt',
  ]),
};

const roles: Shown = {
  written: ['role', 'name', 'description', 'metadata', 'settings'],
  computed: new Set(['createdAt', 'updatedAt']),
};

export function exportedRole(role: Row): ExportedRecord {
  return { id: role['role'] as string, ...split(role, roles) };
}

/** A user of the list of users. The names that messages show may be outdated. */
export function exportedUser(user: Row): ExportedRecord {
  const { record, left } = split(user, users);
  const { '@private': hidden, ...metadata } = (record['metadata'] ?? {}) as Row;
  if (hidden !== undefined) {
    record['metadata'] = metadata;
    if (Object.keys(metadata).length === 0) delete record['metadata'];
    left.push({ cause: 'private', field: 'metadata.@private' });
  }
  if (record['role'] === 'default') delete record['role'];
  return { id: user['uid'] as string, record, left };
}

export function exportedGroup(group: Row): ExportedRecord {
  const { record, left } = split(group, groups);
  if (record['type'] === 'protected' || record['type'] === 'password') {
    record['type'] = 'private';
    left.push({ cause: 'password', field: 'password' });
  }
  if (record['owner'] === APP_USER) delete record['owner'];
  return { id: group['guid'] as string, record, left };
}

export function exportedMember(guid: string, member: Row): ExportedRecord {
  const { uid, scope, joinedAt } = member;
  const record = { guid, uid, ...given({ scope, joinedAt }) };
  return { id: pairId(guid, uid as string), record, left: [] };
}

export function exportedBan(guid: string, { uid }: Row): ExportedRecord {
  return { id: pairId(guid, uid as string), record: { guid, uid, isBanned: true }, left: [] };
}

/** A friendship is mutual: the lists of both users show it. */
export function exportedFriend(uid: string, { uid: other }: Row): ExportedRecord {
  const [one, two] = [uid, other as string].toSorted() as [string, string];
  return { id: pairId(one, two), record: { uid: one, friend: two }, left: [] };
}

export function exportedBlock(uid: string, { uid: blocked }: Row): ExportedRecord {
  return { id: pairId(uid, blocked as string), record: { uid, blocked }, left: [] };
}

/** A pair of ids as one id. Neither id contains a blank. */
export function pairId(parent: string, id: string): string {
  return `${parent} ${id}`;
}

function split(
  entity: Row,
  { written, computed }: Shown,
): { record: Record<string, unknown>; left: LeftOut[] } {
  const record: Record<string, unknown> = {};
  for (const name of written) if (hasValue(entity[name])) record[name] = entity[name];
  return { record, left: leftOf(entity, (name) => written.includes(name) || computed.has(name)) };
}

/** The fields of an entity that are neither written nor computed. */
export function leftOf(entity: Row, isKnown: (name: string) => boolean): LeftOut[] {
  return Object.entries(entity)
    .filter(([name, value]) => hasValue(value) && !isKnown(name))
    .map(([field, value]) => ({ cause: 'field', field, value }));
}

function given(fields: Row): Row {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => hasValue(value)));
}

/** The service shows an empty object as an empty list. */
export function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}
