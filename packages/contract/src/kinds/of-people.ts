import { blockRecord, blockTable, completeBlock } from '../records/block.ts';
import { updateOfRecord } from '../records/change.ts';
import { deactivationRecord, deactivationTable } from '../records/deactivation.ts';
import { createdFields, kindFields } from '../records/field.ts';
import { completeFriendship, friendshipRecord, friendshipTable } from '../records/friendship.ts';
import { reactivationRecord, reactivationTable } from '../records/reactivation.ts';
import { completeRole, roleRecord, roleTable } from '../records/role.ts';
import { userRecord, userTable } from '../records/user.ts';
import { limits } from '../service/limits.ts';
import { column } from './column.ts';
import type { KindRow } from './kind-definition.ts';
import { change, metadata, update } from './common.ts';

const usersList = {
  operation: 'users.list',
  query: { withTags: true, withDeactivated: true },
} as const;
const rolesList = {
  operation: 'roles.list',
  query: {},
  builtIn: { field: 'role', value: 'default' },
} as const;
const ofRoles = kindFields(roleTable);
const ofUsers = kindFields(userTable);

/** Roles, users, and relations between two users. */
export const kindsOfPeople = {
  roles: {
    schema: roleRecord,
    key: 'role',
    nouns: ['role', 'roles'],
    hasFiles: true,
    after: [],
    times: [],
    singleLine: 'name',
    filledIn: ['name'],
    complete: completeRole,
    hasSharedIds: true,
    references: [],
    isReferredTo: true,
    isComparedFirst: true,
    lanes: 'turn',
    list: rolesList,
    ...ofRoles,
    recordsPerRequest: 1,
    quotaIsOf: 'app',
    routes: {
      chat: {
        by: 'one',
        operation: 'roles.create',
        fields: createdFields(roleTable),
        get: 'roles.get',
        refusesHeld: true,
      },
    },
  },
  reactivations: {
    ...change,
    schema: reactivationRecord,
    key: 'uid',
    nouns: ['reactivation', 'reactivations'],
    changes: 'users',
    after: [],
    references: [],
    list: usersList,
    ...kindFields(reactivationTable),
    recordsPerRequest: limits.uidsPerCall,
    routes: { chat: { by: 'reactivations' } },
  },
  users: {
    schema: userRecord,
    key: 'uid',
    nouns: ['user', 'users'],
    hasFiles: true,
    after: ['roles'],
    time: 'createdAt',
    times: ['createdAt', 'lastActiveAt', 'deactivatedAt'],
    singleLine: 'name',
    stateTime: 'deactivatedAt',
    largest: metadata,
    references: [{ field: 'role', to: 'roles' }],
    isReferredTo: true,
    provedBy: 'time',
    isComparedFirst: true,
    lanes: 'turn',
    list: usersList,
    ...ofUsers,
    recordsPerRequest: limits.recordsPerImport,
    quotaIsOf: 'app',
    routes: {
      import: 'dataImport.users',
      chat: {
        by: 'one',
        operation: 'users.create',
        fields: createdFields(userTable),
      },
    },
  },
  friends: {
    schema: friendshipRecord,
    key: 'friendshipId',
    nouns: ['friendship', 'friendships'],
    hasFiles: true,
    after: ['users', 'messages', 'reactions'],
    times: [],
    filledIn: ['friendshipId'],
    complete: completeFriendship,
    references: [
      { field: 'uid', to: 'users', column: column.user },
      { field: 'friend', to: 'users', column: column.receiver },
    ],
    followsUp: [
      { field: 'uid', of: ['users'] },
      { field: 'friend', of: ['users'] },
    ],
    isLive: true,
    hasFriendLimit: true,
    lanes: 'owner',
    list: { operation: 'users.friends.list', of: 'uid', to: 'friend', isMutual: true },
    ...kindFields(friendshipTable),
    recordsPerRequest: limits.uidsPerCall,
    quotaIsOf: 'user',
    routes: {
      chat: {
        by: 'relations',
        operation: 'users.friends.add',
        of: 'uid',
        to: 'friend',
        list: 'accepted',
        answer: 'accepted',
      },
    },
  },
  roleUpdates: {
    ...update,
    schema: updateOfRecord('role'),
    key: 'role',
    nouns: ['role update', 'role updates'],
    changes: 'roles',
    after: ['roles'],
    references: [{ field: 'role', to: 'roles' }],
    list: rolesList,
    compared: ofRoles.compared,
  },
  userUpdates: {
    ...update,
    schema: updateOfRecord('uid'),
    key: 'uid',
    nouns: ['user update', 'user updates'],
    changes: 'users',
    after: ['users', 'messages', 'roleUpdates'],
    references: [
      { field: 'uid', to: 'users' },
      { field: 'role', to: 'roles' },
    ],
    list: usersList,
    compared: ofUsers.compared,
  },
  blocks: {
    schema: blockRecord,
    key: 'blockId',
    nouns: ['block', 'blocks'],
    hasFiles: true,
    after: ['users', 'messages', 'reactions', 'friends', 'messageEdits', 'memberRemovals'],
    times: [],
    filledIn: ['blockId'],
    complete: completeBlock,
    references: [
      { field: 'uid', to: 'users', column: column.user },
      { field: 'blocked', to: 'users', column: column.receiver },
    ],
    followsUp: [
      { field: 'uid', of: ['users'] },
      { field: 'blocked', of: ['users'] },
    ],
    isAnsweredAlike: true,
    lanes: 'owner',
    list: { operation: 'users.blockedUsers.list', of: 'uid', to: 'blocked' },
    ...kindFields(blockTable),
    recordsPerRequest: limits.uidsPerCall,
    quotaIsOf: 'app',
    routes: {
      chat: {
        by: 'relations',
        operation: 'users.blockedUsers.block',
        of: 'uid',
        to: 'blocked',
        list: 'blockedUids',
        listed: 'users.blockedUsers.list',
      },
    },
  },
  deactivations: {
    schema: deactivationRecord,
    key: 'uid',
    nouns: ['deactivation', 'deactivations'],
    hasFiles: false,
    derivedFrom: { kind: 'users', field: 'deactivatedAt' },
    after: [
      'reactivations',
      'unbans',
      'users',
      'groups',
      'members',
      'messages',
      'descriptions',
      'replies',
      'reactions',
      'friends',
      'roleUpdates',
      'userUpdates',
      'groupUpdates',
      'memberUpdates',
      'messageEdits',
      'messageRemovals',
      'memberRemovals',
      'blocks',
    ],
    times: ['deactivatedAt'],
    references: [{ field: 'uid', to: 'users', column: column.user }],
    followsUp: [{ field: 'uid', of: ['users'] }],
    lanes: 'turn',
    list: { operation: 'users.list', query: { onlyDeactivated: true } },
    ...kindFields(deactivationTable),
    recordsPerRequest: limits.uidsPerCall,
    quotaIsOf: 'app',
    routes: { chat: { by: 'deactivations' } },
  },
} as const satisfies Record<string, KindRow<string, string>>;
