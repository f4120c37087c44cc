import type { Kind } from './kinds.ts';
import type { OperationName } from '../operations/operations.ts';

/** How one record of a kind is removed from the app for good: one request for each. */
export interface Removal {
  readonly operation: OperationName;
  /** The parameters of the path, each with the record's field that contains its value. */
  readonly path: Readonly<Record<string, string>>;
  /** The whole body, where it is the same for all records. */
  readonly body?: Readonly<Record<string, true>>;
  /** A list in the body with the value of one field. */
  readonly list?: { readonly name: string; readonly of: string };
  /** Whether the answer has a result for the value of the list. */
  readonly isListed?: true;
  /** The field with the user on whose behalf the record is removed. */
  readonly onBehalfOf?: string;
  /** The codes with which the service answers that it does not hold the record. */
  readonly gone: readonly string[];
}

const forGood = { permanent: true } as const;

const message: Removal = {
  operation: 'messages.delete',
  path: { id: 'id' },
  body: forGood,
  gone: ['ERR_MESSAGE_ID_NOT_FOUND', 'ERR_MSG_NOT_FOUND'],
};

/** Removes a banned member by lifting the ban, because a banned user has no membership. */
export const unban: Removal = {
  operation: 'groups.bannedUsers.unban',
  path: { guid: 'guid', uid: 'uid' },
  gone: ['ERR_NOT_A_BANNED_USER', 'ERR_GUID_NOT_FOUND'],
};

/**
 * How the records of each kind are removed. The field `id` of a record is the id that the service gave to a message. Source: chat API.
 * Group descriptions have no entry, because they are fields of groups.
 */
export const removals: Readonly<Partial<Record<Kind, Removal>>> = {
  roles: { operation: 'roles.delete', path: { role: 'role' }, gone: ['ERR_ROLE_NOT_FOUND'] },
  users: {
    operation: 'users.delete',
    path: { uid: 'uid' },
    body: forGood,
    gone: ['ERR_UID_NOT_FOUND'],
  },
  groups: { operation: 'groups.delete', path: { guid: 'guid' }, gone: ['ERR_GUID_NOT_FOUND'] },
  members: {
    operation: 'groups.members.remove',
    path: { guid: 'guid', uid: 'uid' },
    gone: ['ERR_NOT_A_MEMBER', 'ERR_GUID_NOT_FOUND'],
  },
  messages: message,
  replies: message,
  reactions: {
    operation: 'messages.reactions.remove',
    path: { id: 'id', reaction: 'reaction' },
    onBehalfOf: 'uid',
    gone: message.gone,
  },
  friends: {
    operation: 'users.friends.remove',
    path: { uid: 'uid' },
    list: { name: 'friends', of: 'friend' },
    gone: ['ERR_NOT_A_FRIEND'],
  },
  blocks: {
    operation: 'users.blockedUsers.unblock',
    path: { uid: 'uid' },
    list: { name: 'blockedUids', of: 'blocked' },
    isListed: true,
    gone: [],
  },
  deactivations: {
    operation: 'users.reactivate',
    path: {},
    list: { name: 'uidsToActivate', of: 'uid' },
    gone: [],
  },
  reactivations: {
    operation: 'users.deactivate',
    path: {},
    list: { name: 'uidsToDeactivate', of: 'uid' },
    gone: [],
  },
};
