import { limits, type Row } from '@chatferry/contract';
import { addressField } from '../../reading/addresses.ts';
import { ownFields } from '../../reading/secrets.ts';
import { secondsIn } from '../../reading/times.ts';
import { object, text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { KnownUsers, UserFacts } from '../../rows/known-users.ts';

/** The sender of messages whose author was deleted. */
export const DELETED_USER = 'deleted-user';

/** The sender of messages that no user sent. */
export const ADMIN_USER = 'sendbird-admin';

/** Which record of a user counts more: the user's own, a member's, or the copy next to a message. */
export const versions = { listed: 3, member: 2, message: 1 } as const;

/** Notes a user whom a record contains. @returns the id; undefined for a deleted user */
export function addUser(
  user: Row,
  place: Place,
  from: Exclude<keyof typeof versions, 'listed'>,
  users: KnownUsers,
): string | undefined {
  const id = text(user['user_id']);
  if (id === undefined) return undefined;
  const { nickname, profile_url: picture, is_active: isActive } = user;
  const mark = `${from} ${String(nickname)} ${String(picture)} ${String(isActive)}`;
  if (!users.isCopy(id, mark)) users.add(id, place, versions[from], factsOf(user));
  return id;
}

/** @param user with the fields of lists of users, or of channels in data exports */
export function factsOf(user: Row): UserFacts {
  const createdAt = secondsIn(user['created_at']);
  // Data exports do not have the time of deactivation: the last known time only shows that it has passed.
  const goneAt = secondsIn(user['last_seen_at']) ?? createdAt ?? limits.earliestTime;
  const isActive = user['is_active'];
  const metadata = ownFields(object(user['metadata']), new Set());
  return {
    name: text(user['nickname']) ?? text(user['name']),
    row: addressField('avatar', text(user['profile_url']) ?? user['image']),
    createdAt,
    deactivatedAt: isActive === false ? goneAt : isActive === true ? null : undefined,
    tags: user['is_bot'] === true ? ['bot'] : undefined,
    metadata: metadata.fields,
    tooLong: metadata.tooLong,
  };
}
