import { updateOfRecord } from '../records/change.ts';
import { createdFields, kindFields } from '../records/field.ts';
import { descriptionTable, groupDescriptionRecord } from '../records/group-description.ts';
import { groupRecord, groupTable } from '../records/group.ts';
import { completeMember, memberRecord, memberTable } from '../records/member.ts';
import { memberRemovalRecord, memberRemovalTable } from '../records/removal.ts';
import { unbanRecord, unbanTable } from '../records/unban.ts';
import { limits } from '../service/limits.ts';
import { column } from './column.ts';
import type { KindRow } from './kind-definition.ts';
import { change, metadata, removal, update } from './common.ts';

const groupsList = { operation: 'groups.list', query: { withTags: true } } as const;
/** Shared by the kinds that change memberships. */
const ofMembers = {
  changes: 'members',
  references: [
    { field: 'guid', to: 'groups' },
    { field: 'uid', to: 'users' },
  ],
  list: 'members',
} as const;

const ofGroups = kindFields(groupTable);
const ofMemberships = kindFields(memberTable);

/** Groups and their members. */
export const kindsOfGroups = {
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
    recordsPerRequest: limits.recordsPerImport,
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
    ...kindFields(unbanTable),
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
    recordsPerRequest: limits.recordsPerImport,
    quotaIsOf: 'group',
    routes: { import: 'dataImport.members', chat: { by: 'members' } },
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
    isAnsweredAlike: true,
    lanes: 'turn',
    list: { ...groupsList, having: 'description' },
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
  memberRemovals: {
    ...removal,
    ...kindFields(memberRemovalTable),
    schema: memberRemovalRecord,
    key: 'memberId',
    nouns: ['membership removal', 'membership removals'],
    ...ofMembers,
    after: ['users', 'groups', 'members', 'messages', 'messageRemovals'],
  },
} as const satisfies Record<string, KindRow<string, string>>;
