import { z } from 'zod';
import { limits } from '../service/limits.ts';
import { done, listOf, number, object, one, text } from './answer-shapes.ts';
import { member, user } from './entities.ts';
import { chatOperation } from './chat-operation.ts';
import type { Operation } from './operation.ts';
import { pageQuery, scope, uids, words } from './request-fields.ts';

const common = { ...chatOperation, area: 'Group Members', onBehalfOf: 'optional' } as const;

/** A uid in several of the lists gets the highest scope. */
export const membersToAdd = z
  .strictObject({
    admins: uids.optional(),
    moderators: uids.optional(),
    participants: uids.optional(),
    usersToBan: uids.optional(),
  })
  .refine(
    (lists) => Object.values(lists).flat().length <= limits.membersPerCall,
    `at most ${limits.membersPerCall} uids in one call`,
  );

/** The result for each uid: an action message or an error. */
const perUid = object;

export const groupMemberOperations = {
  'groups.members.add': {
    ...common,
    method: 'POST',
    path: '/groups/{guid}/members',
    budget: 'core',
    body: membersToAdd,
    answer: one(
      z.looseObject({
        admins: perUid,
        moderators: perUid,
        participants: perUid,
        usersToBan: perUid,
      }),
    ),
  },
  'groups.members.list': {
    ...common,
    method: 'GET',
    path: '/groups/{guid}/members',
    onBehalfOf: 'none',
    paging: 'page',
    query: z.strictObject({
      ...pageQuery,
      scopes: words,
      status: z.enum(['available', 'offline']).optional(),
    }),
    answer: listOf(member),
  },
  /** Answers `ERR_SAME_SCOPE` when the member already has this scope. */
  'groups.members.changeScope': {
    ...common,
    method: 'PUT',
    path: '/groups/{guid}/members/{uid}',
    body: z.strictObject({ scope }),
    answer: one(z.looseObject({ guid: text, uid: text, scope: text, joinedAt: number })),
  },
  'groups.members.remove': {
    ...common,
    method: 'DELETE',
    path: '/groups/{guid}/members/{uid}',
    budget: 'core',
    answer: done,
  },
} as const satisfies Record<string, Operation>;

const bans = { ...common, area: 'Banned Users' } as const;

export const bannedUserOperations = {
  'groups.bannedUsers.ban': {
    ...bans,
    method: 'POST',
    path: '/groups/{guid}/bannedusers/{uid}',
    answer: done,
  },
  'groups.bannedUsers.unban': {
    ...bans,
    method: 'DELETE',
    path: '/groups/{guid}/bannedusers/{uid}',
    answer: done,
  },
  'groups.bannedUsers.list': {
    ...bans,
    method: 'GET',
    path: '/groups/{guid}/bannedusers',
    onBehalfOf: 'none',
    paging: 'page',
    query: z.strictObject(pageQuery),
    answer: listOf(user),
  },
} as const satisfies Record<string, Operation>;
