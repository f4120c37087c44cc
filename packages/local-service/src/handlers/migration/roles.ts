import { roleEntity, type RoleRow } from '../../entities/role.ts';
import type { Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { applyChanges, jsonText, unlessUnset } from '../../storage/changes.ts';
import { DEFAULT_ROLE, existingRole, insertRole } from '../../storage/roles.ts';
import { applied } from '../done.ts';
import { pageOf } from '../../lists/paging.ts';

export const roleHandlers = {
  'roles.create': ({ body, store }) => {
    const row = insertRole(store, {
      role: body.role.toLowerCase(),
      name: body.name,
      description: body.description,
      metadata: jsonText(body.metadata),
      settings: jsonText(body.settings),
    });
    return { data: roleEntity(row) };
  },

  'roles.list': ({ query, store }) => {
    const { rows, pagination } = pageOf<RoleRow>(
      store,
      { from: 'FROM roles', orderBy: 'rowid' },
      query,
    );
    return { data: rows.map(roleEntity), meta: { pagination } };
  },

  'roles.get': ({ path, store }) => ({ data: roleEntity(existingRole(store, path.role)) }),

  'roles.update': ({ path, body, store }) => {
    const { role } = existingRole(store, path.role);
    applyChanges(store, 'roles', ['role', role], {
      name: body.name,
      description: unlessUnset('description', body.description, body.unset),
      metadata: unlessUnset('metadata', jsonText(body.metadata), body.unset),
      settings: unlessUnset('settings', jsonText(body.settings), body.unset),
    });
    return { data: roleEntity(existingRole(store, role)) };
  },

  'roles.delete': ({ path, store }) => {
    const { role } = existingRole(store, path.role);
    if (role === DEFAULT_ROLE)
      throw new ServiceProblem('ERR_ROLE_DELETE_DENIED', `The role ${role} cannot be deleted.`);
    store.run('UPDATE users SET role = ? WHERE role = ?', DEFAULT_ROLE, role);
    store.run('DELETE FROM restricted_features WHERE role = ?', role);
    store.run('DELETE FROM permissions WHERE holder = ?', `role ${role}`);
    store.run('DELETE FROM roles WHERE role = ?', role);
    return applied(`The role ${role} is deleted.`);
  },
} satisfies Handlers;
