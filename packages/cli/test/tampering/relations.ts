import { type Change, changesOf } from './change.ts';
import { THEN } from './profiles.ts';

export const member = { guid: 'hall', scope: 'moderator', joinedAt: THEN + 20 };

const bare = { scope: undefined, joinedAt: undefined };
const banned = { ...bare, isBanned: true };

const OF_HALL = "guid = 'hall' AND uid = ':id'";
const setMember = (assignments: string): string =>
  `UPDATE members SET ${assignments} WHERE ${OF_HALL}`;
const ban = "INSERT INTO bans VALUES ('hall', ':id', 1)";
const remove = `DELETE FROM members WHERE ${OF_HALL}`;
const liftBan = `DELETE FROM bans WHERE ${OF_HALL}`;
const join = "INSERT INTO members VALUES ('hall', ':id', 'participant', 5)";

const ofMembers = changesOf('members', [
  ['a higher scope', setMember("scope = 'admin'"), 'scope'],
  ['a lower scope', setMember("scope = 'participant'"), 'scope'],
  ['a scope where none was planned', setMember("scope = 'moderator'"), 'scope', bare],
  ['the scope of those without one', setMember("scope = 'participant'"), { same: 'none' }, bare],
  ['joined earlier', setMember('joined_at = joined_at - 1'), 'joinedAt'],
  ['joined later', setMember('joined_at = joined_at + 1'), 'joinedAt'],
  ['joined at a time that was not planned', setMember('joined_at = 7'), { same: 'notSent' }, bare],
  ['removed', remove, 'missing'],
  ['banned', `${remove};${ban}`, 'isBanned'],
  ['in another group', setMember("guid = 'attic'"), 'missing'],
  ['not banned any more', liftBan, 'missing', banned],
  ['a member instead of banned', `${liftBan};${join}`, 'isBanned', banned],
  [
    'banned with another scope and date',
    `UPDATE bans SET banned_at = 1 WHERE ${OF_HALL}`,
    { notCompared: 'the scope and joinedAt of a banned user' },
    { ...member, isBanned: true },
  ],
  [
    'another scope of the owner',
    "UPDATE members SET scope = 'participant' WHERE guid = 'hall' AND uid = 'ada'",
    { notCompared: "the scope of a group's owner" },
  ],
  [
    'banned at another time',
    `UPDATE bans SET banned_at = 1 WHERE ${OF_HALL}`,
    { same: 'computed' },
    banned,
  ],
]);

/** The friend, and the user whom they block, of a user. */
export const FRIEND = 'ada';

const ofFriends = changesOf('friends', [
  ['removed', "DELETE FROM friends WHERE ':id' IN (uid, friend)", 'missing'],
  [
    'with another user',
    "UPDATE friends SET friend = 'bob' WHERE uid = ':id'; UPDATE friends SET uid = 'bob' WHERE friend = ':id'",
    'missing',
  ],
  ['in the list of one of them only', "DELETE FROM friends WHERE uid = ':id'", { same: 'oneList' }],
  [
    'since another time',
    "UPDATE friends SET since = 1 WHERE ':id' IN (uid, friend)",
    { same: 'computed' },
  ],
]);

const ofBlocks = changesOf('blocks', [
  ['removed', "DELETE FROM blocks WHERE uid = ':id'", 'missing'],
  ['of another user', "UPDATE blocks SET blocked = 'bob' WHERE uid = ':id'", 'missing'],
  [
    'the other way round',
    "UPDATE blocks SET uid = blocked, blocked = uid WHERE uid = ':id'",
    'missing',
  ],
  [
    'since another time',
    "UPDATE blocks SET blocked_at = 1 WHERE uid = ':id'",
    { same: 'computed' },
  ],
]);

export const relationChanges: readonly Change[] = [...ofMembers, ...ofFriends, ...ofBlocks];
