import { isObject, type Row } from '@chatferry/contract';
import { addressField } from '../../reading/addresses.ts';
import { ownFields } from '../../reading/secrets.ts';
import { momentOf, secondsIn } from '../../reading/times.ts';
import { filled, text, texts } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KnownUsers, UserFacts } from '../../rows/known-users.ts';

/** The sender of messages whose author was deleted with all data. */
export const DELETED_USER = 'deleted-user';

/** Fields that Stream itself gives to users. */
const known = new Set(
  'id name image role teams teams_role language invisible created_at updated_at last_active deleted_at deactivated_at revoke_tokens_issued_before banned ban_expires shadow_banned online blocked_user_ids user_mutes channel_mutes push_notifications privacy_settings devices mutes unread_channels unread_count unread_threads total_unread_count avg_response_time custom app_pk pk'.split(
    ' ',
  ),
);

/** Notes a user from a record of the user, or from an id. @returns the id */
export function addUser(user: unknown, place: Place, users: KnownUsers): string | undefined {
  const id = idOf(user);
  if (id === undefined) return undefined;
  if (!isObject(user)) {
    if (!users.has(id)) users.add(id, place, 0, {});
  } else if (!users.isCopy(id, markOf(user))) users.add(id, place, versionOf(user), factsOf(user));
  return id;
}

/** A mark that is the same for equal copies of a user. */
function markOf(user: Row): string {
  const { updated_at: time, name, deleted_at: deleted } = user;
  return `${Object.keys(user).length} ${String(time)} ${String(deleted)} ${String(name)}`;
}

/** The id of the user in a record. */
export function idOf(user: unknown): string | undefined {
  return isObject(user) ? text(user['id']) : text(user);
}

/** Notes a record of a user. @returns the id */
export function addListedUser(
  user: Row,
  place: Place,
  users: KnownUsers,
  out: ExportRows,
): string | undefined {
  const id = text(user['id']);
  if (id === undefined) return undefined;
  if (!users.addListed(id, place, versionOf(user) || 1, factsOf(user)))
    out.filter('users', 'another record of the same user is in the export');
  leaveOutMarks(user, id, place, out);
  return id;
}

/** The version of a record: later copies have a later time. */
export function versionOf(record: Row): number {
  return momentOf(record['updated_at'])?.micros ?? 0;
}

function factsOf(user: Row): UserFacts {
  const role = text(user['role']);
  const tags = role === 'guest' || role === 'anonymous' ? ['guest'] : undefined;
  const teams = texts(user['teams']);
  const own = ownFields({ ...(user['custom'] as Row | undefined), ...user }, known);
  return {
    name: text(user['name']),
    row: addressField('avatar', user['image']),
    createdAt: secondsIn(user['created_at']),
    deactivatedAt: goneAt(user),
    tags,
    metadata: filled({
      role: role === 'user' ? undefined : role,
      teams: teams.length === 0 ? undefined : teams,
      language: text(user['language']),
      banned: user['banned'] === true ? true : undefined,
      ...own.fields,
    }),
    tooLong: own.tooLong,
  };
}

/** UNIX seconds; null for an active user, undefined when the record does not state it. */
function goneAt(user: Row): number | null | undefined {
  const at = secondsIn(user['deleted_at']) ?? secondsIn(user['deactivated_at']);
  return at ?? ('updated_at' in user ? null : undefined);
}

function leaveOutMarks(user: Row, uid: string, place: Place, out: ExportRows): void {
  const leaveOut = (type: string, fields: Row): void => {
    out.count(type);
    out.leaveOut(type, 'the service has no such thing', place, { uid, ...fields });
  };
  if (user['banned'] === true) leaveOut('bans from the app', {});
  for (const muted of texts(user['user_mutes'])) leaveOut('mutes', { muted });
  for (const channel of texts(user['channel_mutes'])) leaveOut('mutes', { channel });
}
