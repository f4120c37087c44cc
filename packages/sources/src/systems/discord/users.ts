import { objects, text, filled } from '../../reading/values.ts';
import type { Row } from '@chatferry/contract';
import type { KnownUsers } from '../../rows/known-users.ts';
import type { Place } from '../../reading/place.ts';
import { isId } from './ids.ts';

/** The name of deleted accounts, in older and newer exports. */
const deleted = /^(?:Deleted User|deleted_user_[0-9a-f]{6,})$/;

/** Notes a user whom a record names. @param time of the record @returns the id; undefined for a user without one */
export function addUser(
  user: Row,
  place: Place,
  time: number,
  users: KnownUsers,
): string | undefined {
  const id = user['id'];
  if (!isId(id)) return undefined;
  const username = text(user['name']);
  const avatar = text(user['avatarUrl']);
  const isDeleted = deleted.test(username ?? '');
  // A user who only reacted has no roles in the list.
  const roles =
    user['roles'] === undefined
      ? undefined
      : objects(user['roles']).flatMap(({ name }) => text(name) ?? []);
  const tags = [...(user['isBot'] === true ? ['bot'] : []), ...(isDeleted ? ['deleted'] : [])];
  users.addNamed(id, place, time, {
    name: text(user['nickname']) ?? username,
    // With a folder of media, the address is a path in that folder.
    avatar: avatar?.startsWith('https://') === true ? avatar.split('?')[0] : undefined,
    tags,
    roles,
    metadata: filled({ username }),
    isDeleted,
  });
  return id;
}
