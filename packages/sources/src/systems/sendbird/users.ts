import { limits, type Row } from '@chatferry/contract';
import { addressField } from '../../reading/addresses.ts';
import { ownFields } from '../../reading/secrets.ts';
import { secondsIn } from '../../reading/times.ts';
import { object, text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { KnownUsers, UserFacts } from '../../rows/known-users.ts';

/** The user to whom messages belong whose author was deleted. */
export const DELETED_USER = 'deleted-user';

/** The user to whom messages belong that no user sent. */
export const ADMIN_USER = 'sendbird-admin';

/** Which records of a user count more: its own, that of a member, and that beside a message. */
export const versions = { listed: 3, member: 2, message: 1 } as const;

/** Notes a user whom a record contains. @returns the id; undefined for a deleted one */
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

/** @param user spelled as in lists of users, or as in channels of data exports */
export function factsOf(user: Row): UserFacts {
  const createdAt = secondsIn(user['created_at']);
  // Data exports do not have the time: the last known one only says that it is over.
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
