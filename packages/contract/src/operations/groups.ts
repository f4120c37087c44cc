import { z } from 'zod';
import { limits } from '../service/limits.ts';
import { jsonObject, name, tags, url } from '../records/fields.ts';
import { done, listOf, object, one } from './answer-shapes.ts';
import { group } from './entities.ts';
import { membersToAdd } from './group-members.ts';
import { chatOperation } from './chat-operation.ts';
import type { Operation } from './operation.ts';
import { anyCaseId, flag, pageQuery, words } from './request-fields.ts';

const common = { ...chatOperation, area: 'Groups', onBehalfOf: 'optional' } as const;

const type = z.enum(['public', 'password', 'private']);

const optionalFields = {
  password: z.string().min(1).max(limits.passwordLength).optional(),
  icon: url.optional(),
  description: z.string().max(255).optional(),
  metadata: jsonObject.optional(),
  /** The acting user, or else `app_system`, unless given. */
  owner: anyCaseId.optional(),
  tags: tags.optional(),
};

export const groupOperations = {
  'groups.create': {
    ...common,
    method: 'POST',
    path: '/groups',
    budget: 'core',
    body: z.strictObject({
      guid: anyCaseId,
      name,
      type,
      ...optionalFields,
      /** A member who cannot be added does not fail the call; the answer reports it under `members`. */
      members: membersToAdd.optional(),
    }),
    answer: one(group.extend({ members: object })),
  },
  'groups.list': {
    ...common,
    method: 'GET',
    path: '/groups',
    paging: 'page',
    query: z.strictObject({
      ...pageQuery,
      searchKey: z.string().optional(),
      searchIn: words,
      sortBy: z.enum(['name', 'guid', 'createdAt']).optional(),
      sortOrder: z.enum(['asc', 'desc']).optional(),
      affix: z.enum(['append', 'prepend']).optional(),
      updatedAt: z.int().optional(),
      withTags: flag,
      tags: words,
      /** Here the service calls a group with a password `protected`. */
      type: z.enum(['public', 'private', 'protected']).optional(),
      types: words,
      /** Only `true` has an effect, and only with an acting user. */
      hasJoined: flag,
    }),
    answer: listOf(group),
  },
  'groups.get': { ...common, method: 'GET', path: '/groups/{guid}', answer: one(group) },
  'groups.update': {
    ...common,
    method: 'PUT',
    path: '/groups/{guid}',
    body: z.strictObject({
      name: name.optional(),
      type: type.optional(),
      ...optionalFields,
      /** Fields to empty. */
      unset: z.array(z.enum(['icon', 'description', 'metadata'])).optional(),
    }),
    answer: one(group),
  },
  'groups.delete': { ...common, method: 'DELETE', path: '/groups/{guid}', answer: done },
} as const satisfies Record<string, Operation>;
