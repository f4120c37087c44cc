import type { RoleRow } from '../entities/role.ts';
import { badField, ServiceProblem } from '../terms/service-problem.ts';
import type { Store } from './store.ts';

/** The role of every user without a role of their own. It cannot be deleted. */
export const DEFAULT_ROLE = 'default';

/** Source: limits of the reference. */
const ROLES_PER_APP = 25;

export function findRole(store: Store, role: string): RoleRow | undefined {
  return store.get<RoleRow>('SELECT * FROM roles WHERE role = ?', role);
}

/** @throws {ServiceProblem} `ERR_ROLE_NOT_FOUND` */
export function existingRole(store: Store, role: string): RoleRow {
  const row = findRole(store, role);
  if (row === undefined)
    throw new ServiceProblem('ERR_ROLE_NOT_FOUND', `The role ${role} does not exist.`);
  return row;
}

/** A role to be stored. */
export interface NewRole {
  readonly role: string;
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON text. */
  readonly metadata?: string | undefined;
  /** JSON text. */
  readonly settings?: string | undefined;
}

/**
 * Stores a role that does not exist yet.
 * @throws {ServiceProblem} `ERR_BAD_REQUEST` for an existing one, as no other code is documented;
 *   `ERR_PLAN_QUOTA_RESTRICTION` over the limit
 */
export function insertRole(store: Store, role: NewRole): RoleRow {
  if (findRole(store, role.role) !== undefined)
    throw badField('role', `The role ${role.role} already exists.`);
  const { roles } = store.get<{ roles: number }>('SELECT count(*) AS roles FROM roles')!;
  if (roles >= ROLES_PER_APP)
    throw new ServiceProblem('ERR_PLAN_QUOTA_RESTRICTION', `An app has ${ROLES_PER_APP} roles.`);
  return store.get<RoleRow>(
    `INSERT INTO roles (role, name, description, metadata, settings, created_at)
     VALUES (?, ?, ?, ?, ?, ?) RETURNING *`,
    role.role,
    role.name,
    role.description ?? null,
    role.metadata ?? null,
    role.settings ?? null,
    store.seconds(),
  )!;
}
