import { inDependencyOrder } from './dependency-order.ts';
import { column } from './column.ts';
import type { KindRow } from './kind-definition.ts';
import { limits } from '../service/limits.ts';
import { blockRecord, completeBlock } from '../records/block.ts';
import { deactivationRecord, deactivationTable } from '../records/deactivation.ts';
import { completeFriendship, friendshipRecord } from '../records/friendship.ts';
import { createdFields, kindFields } from '../records/field.ts';
import { descriptionTable, groupDescriptionRecord } from '../records/group-description.ts';
import { groupRecord, groupTable } from '../records/group.ts';
import { completeMember, memberRecord, memberTable } from '../records/member.ts';
import { completeMessage, messageRecord, messageTable } from '../records/message.ts';
import { completeReaction, reactionRecord } from '../records/reaction.ts';
import { replyRecord, replyTable } from '../records/reply.ts';
import { completeRole, roleRecord, roleTable } from '../records/role.ts';
import { updateOfRecord } from '../records/change.ts';
import { memberRemovalRecord, messageRemovalRecord } from '../records/removal.ts';
import { unbanRecord } from '../records/unban.ts';
import { reactivationRecord } from '../records/reactivation.ts';
import { userRecord, userTable } from '../records/user.ts';

const metadata = {
  field: 'metadata',
  bytes: limits.metadataBytes,
  code: 'metadata-too-large',
} as const;

const recordsPerRequest = limits.recordsPerImport;

const usersList = {
  operation: 'users.list',
  query: { withTags: true, withDeactivated: true },
} as const;
const groupsList = { operation: 'groups.list', query: { withTags: true } } as const;
const rolesList = {
  operation: 'roles.list',
  query: {},
  builtIn: { field: 'role', value: 'default' },
} as const;
/** The service writes action messages about edits, deletions and changes of members. */
const allMessages = {
  operation: 'messages.list',
  query: { withTags: true },
  builtIn: { field: 'category', value: 'action' },
} as const;
const messagesList = { ...allMessages, without: 'parentId' } as const;

/** What the kinds have in common whose records change what the app holds. */
const change = { hasFiles: false, times: [], lanes: 'turn', quotaIsOf: 'app' } as const;
const update = { ...change, recordsPerRequest: 1, routes: { chat: { by: 'updates' } } } as const;
const removal = {
  ...change,
  isRemoval: true,
  isLive: true,
  compared: {},
  recordsPerRequest: 1,
  routes: { chat: { by: 'removals' } },
} as const;

/** What the kinds have in common that change memberships. */
const ofMembers = {
  changes: 'members',
  references: [
    { field: 'guid', to: 'groups' },
    { field: 'uid', to: 'users' },
  ],
  list: 'members',
} as const;

const ofRoles = kindFields(roleTable);
const ofUsers = kindFields(userTable);
const ofGroups = kindFields(groupTable);
const ofMemberships = kindFields(memberTable);
const ofMessages = kindFields(messageTable);

/** Everything that depends on the kind of a record. A new kind is a table of fields, a schema and a row here. */
const table = {
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
    compared: { deactivated: ofUsers.compared['deactivated']! },
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
    recordsPerRequest,
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
  groups: {
    schema: groupRecord,
    key: 'guid',
    nouns: ['group', 'groups'],
    hasFiles: true,
    after: ['users'],
    time: 'createdAt',
    times: ['createdAt'],
    singleLine: 'name',
    constants: ['type'],
    largest: metadata,
    references: [{ field: 'owner', to: 'users', column: column.user, inline: 'groupOwnerDetails' }],
    inlineRecords: { groupOwnerDetails: 'users' },
    isReferredTo: true,
    provedBy: 'time',
    isComparedFirst: true,
    hasMembers: true,
    lanes: 'turn',
    list: groupsList,
    ...ofGroups,
    recordsPerRequest,
    quotaIsOf: 'app',
    routes: {
      import: 'dataImport.groups',
      chat: {
        by: 'one',
        operation: 'groups.create',
        fields: createdFields(groupTable),
      },
    },
  },
  unbans: {
    ...change,
    schema: unbanRecord,
    key: 'memberId',
    nouns: ['lifted ban', 'lifted bans'],
    ...ofMembers,
    after: ['users', 'groups'],
    compared: { isBanned: ofMemberships.compared['isBanned']! },
    recordsPerRequest: 1,
    routes: { chat: { by: 'unbans' } },
  },
  members: {
    schema: memberRecord,
    key: 'memberId',
    nouns: ['membership', 'memberships'],
    hasFiles: true,
    after: ['users', 'groups', 'unbans'],
    time: 'joinedAt',
    times: ['joinedAt'],
    filledIn: ['memberId'],
    complete: completeMember,
    largest: metadata,
    references: [
      { field: 'guid', to: 'groups', column: column.group, inline: 'groupDetails' },
      { field: 'uid', to: 'users', column: column.user, inline: 'userDetails' },
    ],
    inlineRecords: { groupDetails: 'groups', userDetails: 'users' },
    isMembership: true,
    provedBy: 'time',
    lanes: 'turn',
    list: 'members',
    ...ofMemberships,
    recordsPerRequest,
    quotaIsOf: 'group',
    routes: { import: 'dataImport.members', chat: { by: 'members' } },
  },
  messages: {
    schema: messageRecord,
    key: 'muid',
    nouns: ['message', 'messages'],
    hasFiles: true,
    after: ['users', 'groups', 'members'],
    time: 'sentAt',
    times: ['sentAt', 'deliveredAt', 'readAt'],
    receipts: ['deliveredAt', 'readAt'],
    hasRetention: true,
    filledIn: ['category', 'type'],
    complete: completeMessage,
    constants: ['receiverType'],
    shorthands: { text: ['data', 'text'] },
    hasFreeIds: true,
    singleLine: 'muid',
    largest: {
      field: 'data',
      bytes: limits.messageDataBytes,
      code: 'data-too-large',
      recordLength: limits.messageLength,
    },
    isSplittable: true,
    hasAttachments: true,
    hasMentions: true,
    references: [
      {
        field: 'receiver',
        to: 'groups',
        column: column.group,
        inline: 'receiverGroupDetails',
        when: { field: 'receiverType', value: 'group' },
      },
      { field: 'sender', to: 'users', column: column.user, inline: 'senderUserDetails' },
      {
        field: 'receiver',
        to: 'users',
        column: column.receiver,
        inline: 'receiverUserDetails',
        when: { field: 'receiverType', value: 'group', not: true },
      },
    ],
    inlineRecords: {
      senderUserDetails: 'users',
      receiverUserDetails: 'users',
      receiverGroupDetails: 'groups',
      receiverGroupOwnerDetails: 'users',
    },
    provedBy: 'id',
    lanes: 'conversation',
    list: messagesList,
    ...ofMessages,
    recordsPerRequest,
    quotaIsOf: 'app',
    routes: { import: 'dataImport.messages', chat: { by: 'messages' } },
  },
  descriptions: {
    schema: groupDescriptionRecord,
    key: 'guid',
    nouns: ['group description', 'group descriptions'],
    hasFiles: false,
    derivedFrom: { kind: 'groups', field: 'description' },
    after: ['groups'],
    times: [],
    references: [{ field: 'guid', to: 'groups', column: column.group }],
    followsUp: [{ field: 'guid', of: ['groups'] }],
    lanes: 'turn',
    list: { operation: 'groups.list', query: {}, having: 'description' },
    ...kindFields(descriptionTable),
    recordsPerRequest: 1,
    quotaIsOf: 'app',
    routes: {
      chat: {
        by: 'one',
        operation: 'groups.update',
        path: ['guid'],
        fields: createdFields(descriptionTable),
        get: 'groups.get',
      },
    },
  },
  replies: {
    schema: replyRecord,
    key: 'muid',
    nouns: ['reply', 'replies'],
    hasFiles: false,
    derivedFrom: { kind: 'messages', field: 'data.metadata.parentMuid', isWhole: true },
    after: ['users', 'groups', 'members', 'messages', 'descriptions'],
    time: 'sentAt',
    times: ['sentAt', 'deliveredAt', 'readAt'],
    hasFreeIds: true,
    references: [
      {
        field: 'receiver',
        to: 'groups',
        column: column.group,
        when: { field: 'receiverType', value: 'group' },
      },
      { field: 'sender', to: 'users', column: column.user },
      {
        field: 'receiver',
        to: 'users',
        column: column.receiver,
        when: { field: 'receiverType', value: 'group', not: true },
      },
    ],
    ofMessage: 'parentMuid',
    followsUp: [{ field: 'parentMuid', of: ['messages', 'replies'] }],
    isLive: true,
    provedBy: 'id',
    lanes: 'message',
    list: {
      ...allMessages,
      having: 'parentId',
      parent: { id: 'parentId', field: 'parentMuid' },
    },
    ...kindFields(replyTable),
    recordsPerRequest: 1,
    quotaIsOf: 'app',
    routes: { chat: { by: 'replies' } },
  },
  reactions: {
    schema: reactionRecord,
    key: 'reactionId',
    nouns: ['reaction', 'reactions'],
    hasFiles: true,
    after: ['users', 'messages', 'replies'],
    time: 'reactedAt',
    times: ['reactedAt'],
    optional: ['reactedAt'],
    filledIn: ['reactionId'],
    complete: completeReaction,
    references: [{ field: 'uid', to: 'users', column: column.user }],
    ofMessage: 'muid',
    followsUp: [{ field: 'muid', of: ['messages', 'replies'] }],
    // The service sets its own time.
    incidental: ['reactedAt'],
    isLive: true,
    distinctInMessage: 'reaction',
    lanes: 'message',
    list: { operation: 'messages.reactions.list', ofMessages: { hasReactions: true } },
    compared: {},
    recordsPerRequest: 1,
    quotaIsOf: 'app',
    routes: { chat: { by: 'reactions' } },
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
    compared: {},
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
  groupUpdates: {
    ...update,
    schema: updateOfRecord('guid'),
    key: 'guid',
    nouns: ['group update', 'group updates'],
    changes: 'groups',
    after: ['users', 'groups', 'members', 'messages', 'descriptions'],
    references: [
      { field: 'guid', to: 'groups' },
      { field: 'owner', to: 'users' },
    ],
    list: groupsList,
    compared: ofGroups.compared,
  },
  memberUpdates: {
    ...update,
    schema: updateOfRecord('memberId'),
    key: 'memberId',
    nouns: ['membership update', 'membership updates'],
    ...ofMembers,
    after: ['members', 'messages', 'groupUpdates'],
    compared: ofMemberships.compared,
  },
  messageEdits: {
    ...update,
    schema: updateOfRecord('muid'),
    key: 'muid',
    nouns: ['message edit', 'message edits'],
    changes: 'messages',
    after: ['messages', 'memberUpdates'],
    hasFreeIds: true,
    references: [],
    ofMessage: 'muid',
    isLive: true,
    list: messagesList,
    compared: ofMessages.compared,
  },
  messageRemovals: {
    ...removal,
    schema: messageRemovalRecord,
    key: 'muid',
    nouns: ['message deletion', 'message deletions'],
    changes: 'messages',
    after: ['messages', 'replies', 'reactions', 'messageEdits'],
    hasFreeIds: true,
    references: [],
    ofMessage: 'muid',
    list: { operation: 'messages.list', query: {} },
  },
  memberRemovals: {
    ...removal,
    schema: memberRemovalRecord,
    key: 'memberId',
    nouns: ['membership removal', 'membership removals'],
    ...ofMembers,
    after: ['users', 'groups', 'members', 'messages', 'messageRemovals'],
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
    lanes: 'owner',
    list: { operation: 'users.blockedUsers.list', of: 'uid', to: 'blocked' },
    compared: {},
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

type Table = typeof table;

/** What can be imported. The name is also the root key of the import request. */
export type Kind = keyof Table;

/** Kinds whose row has this feature. */
type KindWith<Feature> = { [Name in Kind]: Table[Name] extends Feature ? Name : never }[Kind];

/** Kinds that input files can contain. */
export type InputKind = KindWith<{ readonly hasFiles: true }>;

/** Kinds that other records refer to by id. */
export type ReferredKind = KindWith<{ readonly isReferredTo: true }>;

/** Kinds with an import endpoint. */
export type ImportKind = KindWith<{ readonly routes: { readonly import: string } }>;

export type KindDefinition = KindRow<Kind, ReferredKind>;
export type Reference = KindDefinition['references'][number];

export const kinds: Readonly<Record<Kind, KindDefinition>> = table;

/** The kinds in an order in which each comes after those it depends on. */
export const kindsInOrder: readonly Kind[] = inDependencyOrder(
  Object.keys(kinds) as Kind[],
  (kind) => kinds[kind].after,
);

export const inputKinds: readonly InputKind[] = kindsInOrder.filter(isInputKind);

export const importKinds: readonly ImportKind[] = kindsInOrder.filter(isImportKind);

export const referredKinds: readonly ReferredKind[] = kindsInOrder.filter(isReferredKind);

export function isReferredKind(kind: Kind): kind is ReferredKind {
  return kinds[kind].isReferredTo === true;
}

function isInputKind(kind: Kind): kind is InputKind {
  return kinds[kind].hasFiles;
}

function isImportKind(kind: Kind): kind is ImportKind {
  return kinds[kind].routes.import !== undefined;
}

/** For each kind, the kinds whose records are made from a field of its records. */
export const derivedKinds: Readonly<Record<Kind, readonly DerivedKind[]>> = byKind((from) =>
  kindsInOrder.flatMap((kind) => {
    const { derivedFrom } = kinds[kind];
    return derivedFrom?.kind === from && derivedFrom.isWhole !== true
      ? [{ kind, field: derivedFrom.field }]
      : [];
  }),
);

/** A kind whose records are made from records of another one that have the field. */
export interface DerivedKind {
  readonly kind: Kind;
  readonly field: string;
}

/** An object with a value for each kind. */
export function byKind<Value>(make: (kind: Kind) => Value): Record<Kind, Value> {
  return Object.fromEntries(kindsInOrder.map((kind) => [kind, make(kind)])) as Record<Kind, Value>;
}
