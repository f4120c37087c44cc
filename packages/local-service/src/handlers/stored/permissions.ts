import type { Handlers } from '../../calls/call.ts';
import type { Answer } from '../../terms/answer.ts';
import { badField } from '../../terms/service-problem.ts';
import { existingGroup } from '../../storage/groups.ts';
import { existingRole } from '../../storage/roles.ts';
import type { Store } from '../../storage/store.ts';
import type { ObjectResult } from '../done.ts';
import { type PageQuery, slicePage } from '../../lists/paging.ts';

type Value = string | readonly string[];

/** The permissions in the reference, with their documented values. */
const PERMISSIONS: Readonly<
  Record<string, { readonly values?: readonly string[]; readonly default: Value }>
> = {
  ...onOff('createGroup', 'listUsers', 'sendMessage', 'editMessage', 'deleteMessage'),
  ...onOff('initiateCall', 'listGroups', 'joinGroup', 'listMessages'),
  'listUsers.mode': { values: ['all', 'friends'], default: 'all' },
  'listUsers.allowedRoles': { default: [] },
  'sendMessage.mode': { values: ['all', 'friends'], default: 'all' },
  'sendMessage.allowedReceiverTypes': { values: ['user', 'group'], default: ['user', 'group'] },
  'sendMessage.allowedMessageTypes': { default: [] },
  'sendMessage.allowedMessageCategories': { default: [] },
  'sendMessage.allowedMimeTypes': { default: [] },
};

/** Permissions are stored and returned, not enforced. */
export const permissionHandlers = {
  'roles.permissions.list': ({ path, query, store }) => list(existingRole(store, path.role), query),
  'roles.permissions.update': ({ path, body, store }) =>
    update(store, roleHolder(store, path.role), body.permissions),
  'roles.permissions.remove': ({ path, store }) =>
    remove(store, roleHolder(store, path.role), path.permission),

  'groups.scopes.permissions.list': ({ path, query, store }) => {
    scopeHolder(store, path);
    return list(existingGroup(store, path.guid), query);
  },
  'groups.scopes.permissions.update': ({ path, body, store }) =>
    update(store, scopeHolder(store, path), body.permissions),
  'groups.scopes.permissions.remove': ({ path, store }) =>
    remove(store, scopeHolder(store, path), path.permission),
} satisfies Handlers;

function onOff(...ids: string[]): Record<string, { values: readonly string[]; default: string }> {
  return Object.fromEntries(ids.map((id) => [id, { values: ['allow', 'deny'], default: 'allow' }]));
}

function roleHolder(store: Store, role: string): string {
  return `role ${existingRole(store, role).role}`;
}

function scopeHolder(store: Store, { guid, scope }: { guid: string; scope: string }): string {
  if (!['admin', 'moderator', 'participant'].includes(scope))
    throw badField('scope', 'scope must be admin, moderator or participant.');
  return `scope ${scope} of ${existingGroup(store, guid).guid}`;
}

/** The definitions have the creation time of the role or group. */
function list(
  { created_at: createdAt }: { readonly created_at: number },
  query: PageQuery,
): Answer {
  const data = Object.entries(PERMISSIONS).map(([id, { values, default: byDefault }]) => ({
    id,
    type: id.includes('.') ? 'condition' : 'action',
    title: id,
    description: `What ${id} allows.`,
    dataType: Array.isArray(byDefault) ? 'array' : 'string',
    availableValues: values ?? [],
    defaultValue: byDefault,
    createdAt,
    updatedAt: createdAt,
  }));
  const { items, pagination } = slicePage(data, query);
  return { data: items, meta: { pagination } };
}

function update(store: Store, holder: string, values: Readonly<Record<string, Value>>): Answer {
  const outcomes: Record<string, ObjectResult> = {};
  for (const [id, value] of Object.entries(values)) {
    const permission = PERMISSIONS[id];
    if (permission === undefined) throw badField(`permissions.${id}`, `${id} is no permission.`);
    const given = [value].flat();
    if (permission.values !== undefined && !given.every((one) => permission.values!.includes(one)))
      throw badField(`permissions.${id}`, `${id} takes ${permission.values.join(', ')}.`);
    store.run(
      'INSERT OR REPLACE INTO permissions (holder, permission, value) VALUES (?, ?, ?)',
      holder,
      id,
      JSON.stringify(value),
    );
    outcomes[id] = { success: true, message: `${id} is set.` };
  }
  return { data: { ...outcomes, permissions: effective(store, holder) } };
}

function remove(store: Store, holder: string, permission: string): Answer {
  if (PERMISSIONS[permission] === undefined)
    throw badField('permission', `${permission} is no permission.`);
  store.run('DELETE FROM permissions WHERE holder = ? AND permission = ?', holder, permission);
  return { data: { permissions: effective(store, holder) } };
}

function effective(store: Store, holder: string): Record<string, unknown> {
  const set = store.all<{ permission: string; value: string }>(
    'SELECT permission, value FROM permissions WHERE holder = ?',
    holder,
  );
  return {
    ...Object.fromEntries(
      Object.entries(PERMISSIONS).map(([id, { default: value }]) => [id, value]),
    ),
    ...Object.fromEntries(
      set.map(({ permission, value }) => [permission, JSON.parse(value) as unknown]),
    ),
  };
}
