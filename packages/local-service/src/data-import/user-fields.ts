import type { NewUser } from '../storage/users.ts';
import type { Fields } from './fields.ts';

/** A user from the fields of an import record or of the details inside another one. */
export function readUser(fields: Fields): NewUser {
  return {
    uid: fields.id('uid'),
    name: fields.name('name'),
    avatar: fields.url('avatar'),
    link: fields.url('link'),
    role: fields.optionalId('role'),
    metadata: fields.metadata('metadata'),
    tags: fields.tags('tags'),
    createdAt: fields.seconds('createdAt'),
    lastActiveAt: fields.seconds('lastActiveAt'),
    deactivatedAt: fields.seconds('deactivatedAt'),
  };
}
