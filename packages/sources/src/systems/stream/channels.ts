import { limits, type Row } from '@chatferry/contract';
import { addressField } from '../../reading/addresses.ts';
import { ownFields } from '../../reading/secrets.ts';
import { momentOf, secondsIn } from '../../reading/times.ts';
import { filled, text, texts, wholeNumber } from '../../reading/values.ts';
import type { Chats, MemberFacts } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import { isDistinct } from './ids.ts';
import { addUser, versionOf } from './users.ts';

/** Fields that Stream itself gives to channels. */
const known = new Set(
  'cid id type name image description member_ids created_by created_by_id created_at updated_at deleted_at truncated_at truncated_by truncated_by_id last_message_at team frozen disabled hidden hide_messages_before muted member_count message_count members invites banned_users blocked config config_overrides own_capabilities auto_translation_enabled auto_translation_language cooldown custom app_pk pk'.split(
    ' ',
  ),
);

/** Types of channels that anyone may read. */
const open = new Set(['livestream']);

/** Notes the record of a channel, and the people whom it names. @returns false when an earlier record described the channel */
export function addChannel(
  id: string,
  channel: Row,
  place: Place,
  users: KnownUsers,
  chats: Chats,
): boolean {
  const owner =
    addUser(channel['created_by'], place, users) ?? addUser(channel['created_by_id'], place, users);
  const type = text(channel['type']) ?? id.split(':')[0]!;
  const own = ownFields({ ...(channel['custom'] as Row | undefined), ...channel }, known);
  for (const uid of texts(channel['member_ids'])) addUser(uid, place, users);
  return chats.describe(id, place, {
    name: text(channel['name']),
    type: open.has(type) ? 'public' : 'private',
    owner,
    createdAt: secondsIn(channel['created_at']),
    canBePair: isDistinct(id),
    memberCount: wholeNumber(channel['member_count']),
    version: versionOf(channel),
    reason: secondsIn(channel['deleted_at']) === undefined ? undefined : 'the channel was deleted',
    emptiedAt: momentOf(channel['truncated_at'])?.micros,
    row: {
      ...addressField('icon', channel['image']),
      tags: type === '' ? undefined : [type.slice(0, limits.tagLength)],
      description: text(channel['description']),
      metadata: filled({
        team: text(channel['team']),
        frozen: channel['frozen'] === true ? true : undefined,
        disabled: channel['disabled'] === true ? true : undefined,
        ...own.fields,
      }),
    },
    tooLong: own.tooLong,
  });
}

/** Notes a membership. @returns why it does not count; undefined when it counts */
export function addMember(
  id: string,
  member: Row,
  place: Place,
  users: KnownUsers,
  chats: Chats,
): 'invited' | 'broken' | 'known' | undefined {
  const uid = addUser(member['user'], place, users) ?? addUser(member['user_id'], place, users);
  if (uid === undefined) return 'broken';
  if (isInvited(member)) return 'invited';
  const isFirst = chats.addMember(id, uid, place, {
    scope: scopeOf(member),
    isBanned: member['banned'] === true ? true : undefined,
    joinedAt: secondsIn(member['created_at']),
  });
  return isFirst ? undefined : 'known';
}

function isInvited(member: Row): boolean {
  if (secondsIn(member['invite_rejected_at']) !== undefined) return true;
  return member['invited'] === true && secondsIn(member['invite_accepted_at']) === undefined;
}

function scopeOf(member: Row): MemberFacts['scope'] {
  const roles = [member['role'], member['channel_role']];
  if (roles.some((role) => role === 'owner' || role === 'admin')) return 'admin';
  const isModerator = roles.some((role) => role === 'moderator' || role === 'channel_moderator');
  return isModerator || member['is_moderator'] === true ? 'moderator' : undefined;
}
