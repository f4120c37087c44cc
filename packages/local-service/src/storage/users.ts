import type { UserRow } from '../entities/user.ts';
import { ServiceProblem } from '../terms/service-problem.ts';
import type { Store } from './store.ts';

/** The user on whose behalf the service itself acts. It is in no list, and its uid cannot be used. */
export const SYSTEM_USER = 'app_system';

const systemUser: UserRow = {
  uid: SYSTEM_USER,
  name: 'System',
  avatar: null,
  link: null,
  role: 'default',
  status_message: null,
  metadata: null,
  tags: '[]',
  created_at: 0,
  created_at_given: 1,
  last_active_at: null,
  updated_at: null,
  deactivated_at: null,
};

/** The user, deactivated or not. */
export function findUser(store: Store, uid: string): UserRow | undefined {
  if (uid === SYSTEM_USER) return systemUser;
  return store.get<UserRow>('SELECT * FROM users WHERE uid = ?', uid);
}

/** @throws {ServiceProblem} `ERR_UID_NOT_FOUND` for a missing and for a deactivated user */
export function activeUser(store: Store, uid: string): UserRow {
  const user = findUser(store, uid);
  if (user === undefined || user.deactivated_at !== null) throw userNotFound(uid);
  return user;
}

export function userNotFound(uid: string): ServiceProblem {
  return new ServiceProblem('ERR_UID_NOT_FOUND', `The user ${uid} does not exist.`);
}

export function userExists(uid: string): ServiceProblem {
  return new ServiceProblem('ERR_UID_ALREADY_EXISTS', `The user ${uid} already exists.`);
}

/** A user to be stored; absent fields are empty. */
export interface NewUser {
  readonly uid: string;
  readonly name: string;
  readonly avatar?: string | undefined;
  readonly link?: string | undefined;
  readonly role?: string | undefined;
  readonly statusMessage?: string | undefined;
  /** JSON text. */
  readonly metadata?: string | undefined;
  /** JSON text of a list. */
  readonly tags?: string | undefined;
  readonly createdAt?: number | undefined;
  readonly lastActiveAt?: number | undefined;
  readonly deactivatedAt?: number | undefined;
}

/**
 * Stores a user that does not exist yet.
 * @throws {ServiceProblem} `ERR_UID_ALREADY_EXISTS`; the existing user is left unchanged
 */
export function insertUser(store: Store, user: NewUser): UserRow {
  const row: UserRow = {
    uid: user.uid,
    name: user.name,
    avatar: user.avatar ?? null,
    link: user.link ?? null,
    role: user.role ?? 'default',
    status_message: user.statusMessage ?? null,
    metadata: user.metadata ?? null,
    tags: user.tags ?? '[]',
    created_at: user.createdAt ?? store.seconds(),
    created_at_given: user.createdAt === undefined ? 0 : 1,
    last_active_at: user.lastActiveAt ?? null,
    updated_at: null,
    deactivated_at: user.deactivatedAt ?? null,
  };
  if (user.uid === SYSTEM_USER) throw userExists(user.uid);
  const { changes } = store.run(
    `INSERT INTO users (uid, name, avatar, link, role, status_message, metadata, tags, created_at, created_at_given,
       last_active_at, deactivated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    row.uid,
    row.name,
    row.avatar,
    row.link,
    row.role,
    row.status_message,
    row.metadata,
    row.tags,
    row.created_at,
    row.created_at_given,
    row.last_active_at,
    row.deactivated_at,
  );
  if (changes === 0) throw userExists(user.uid);
  return row;
}
