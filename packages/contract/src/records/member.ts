import { z } from 'zod';
import { groupDetails, userDetails } from './details.ts';
import { field, optional, schemasOf } from './field.ts';
import { id, unixSeconds } from './fields.ts';

const INFIX = '_member_';

/** The record key of a membership, in the form that the service requires. */
export function memberId(guid: string, uid: string): string {
  return guid + INFIX + uid;
}

/** The possible groups and users of a `memberId`: several pairs when their ids contain the separator. */
export function memberIdParts(key: string): { guid: string; uid: string }[] {
  const found: { guid: string; uid: string }[] = [];
  for (let at = key.indexOf(INFIX); at >= 0; at = key.indexOf(INFIX, at + 1))
    found.push({ guid: key.slice(0, at), uid: key.slice(at + INFIX.length) });
  return found;
}

/** Whether an id is the `memberId` of the two. Does not build the `memberId`, because it runs for millions of rows. */
function isMemberId(key: string, guid: string, uid: string): boolean {
  return (
    key.length === guid.length + INFIX.length + uid.length &&
    key.startsWith(guid) &&
    key.startsWith(INFIX, guid.length) &&
    key.endsWith(uid)
  );
}

const IMPORT = 'data import reference, members';
const SCOPE = 'chat API, POST /groups/{guid}/members: participant is the lowest scope';
const BAN = 'chat API, GET /groups/{guid}/bannedusers: lists users, so only the ban is shown';

/** A ban is shown only where there is one. */
export const banned = { none: false, isDecisive: true } as const;

export const memberTable = {
  memberId: field(z.string()),
  guid: field(id),
  uid: field(id),
  isBanned: optional(z.boolean())
    .compared('presence', BAN, banned)
    .updated('groups.bannedUsers.ban', { as: undefined }),
  scope: optional(z.enum(['admin', 'moderator', 'participant']))
    .compared('json', SCOPE, { none: 'participant' })
    .updated('groups.members.changeScope', { as: 'participant' }),
  joinedAt: optional(unixSeconds).droppable().compared('json', IMPORT, { isDate: true }),
  groupDetails: optional(groupDetails),
  userDetails: optional(userDetails),
};

/**
 * One user's membership of one group, or their ban from it. Source: data import reference, members.
 *
 * `joinedAt` must be after the creation of group and user and not in the future; it is optional.
 */
export const memberRecord = z
  .strictObject(schemasOf(memberTable))
  .refine((member) => isMemberId(member.memberId, member.guid, member.uid), {
    path: ['memberId'],
    error: 'key-differs',
  });

export type MemberRecord = z.infer<typeof memberRecord>;

/** Fills in the `memberId`. @returns `key` when it was missing, or false */
export function completeMember(row: Record<string, unknown>): 'key' | false {
  const { guid, uid } = row;
  if (row['memberId'] !== undefined || typeof guid !== 'string' || typeof uid !== 'string')
    return false;
  row['memberId'] = memberId(guid, uid);
  return 'key';
}
