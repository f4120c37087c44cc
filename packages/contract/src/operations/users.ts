import { z } from 'zod';
import { jsonObject, name, tags, url } from '../records/fields.ts';
import { done, listOf, one, texts } from './answer-shapes.ts';
import { createdUser, user } from './entities.ts';
import { chatOperation } from './chat-operation.ts';
import type { Operation } from './operation.ts';
import { anyCaseId, flag, pageQuery, uids, words } from './request-fields.ts';

const common = { ...chatOperation, area: 'Users' } as const;

const optionalFields = {
  avatar: url.optional(),
  link: url.optional(),
  role: anyCaseId.optional(),
  statusMessage: z.string().optional(),
  /** `@private` in it holds e-mail address and telephone number for notifications. */
  metadata: jsonObject.optional(),
  tags: tags.optional(),
};

export const userOperations = {
  'users.create': {
    ...common,
    method: 'POST',
    path: '/users',
    scope: 'authOnly',
    budget: 'core',
    body: z.strictObject({
      uid: anyCaseId,
      name,
      ...optionalFields,
      /** The answer contains a token for the user's first login. */
      withAuthToken: z.boolean().optional(),
    }),
    answer: one(createdUser),
  },
  'users.list': {
    ...common,
    method: 'GET',
    path: '/users',
    paging: 'page',
    query: z.strictObject({
      ...pageQuery,
      searchKey: z.string().optional(),
      searchIn: z.array(z.enum(['name', 'uid'])).optional(),
      status: z.enum(['available', 'offline']).optional(),
      count: flag,
      role: z.string().optional(),
      roles: words,
      tags: words,
      withTags: flag,
      onlyDeactivated: flag,
      withDeactivated: flag,
      /** Other clients use it; the reference does not name it. */
      uids: words,
    }),
    answer: listOf(user),
    source: 'specification',
    contentType: 'application/json',
  },
  'users.get': {
    ...common,
    method: 'GET',
    path: '/users/{uid}',
    onBehalfOf: 'optional',
    answer: one(user),
  },
  'users.update': {
    ...common,
    method: 'PUT',
    path: '/users/{uid}',
    body: z.strictObject({
      /** The same as in the path; the uid of a user cannot change. */
      uid: anyCaseId.optional(),
      name: name.optional(),
      ...optionalFields,
      /** Fields to empty. */
      unset: z.array(z.enum(['avatar', 'link', 'metadata'])).optional(),
    }),
    answer: one(user),
  },
  /** Without `permanent`, the user is only deactivated. */
  'users.delete': {
    ...common,
    method: 'DELETE',
    path: '/users/{uid}',
    budget: 'core',
    body: z.strictObject({ permanent: z.boolean().optional() }).optional(),
    answer: done,
  },
  'users.deactivate': {
    ...common,
    method: 'DELETE',
    path: '/users',
    budget: 'core',
    body: z.strictObject({ uidsToDeactivate: uids }),
    answer: one(
      z.looseObject({ deactivatedUids: texts, alreadyDeactivatedUids: texts, notFound: texts }),
    ),
  },
  'users.reactivate': {
    ...common,
    method: 'PUT',
    path: '/users',
    body: z.strictObject({ uidsToActivate: uids }),
    answer: one(
      z.looseObject({ reactivatedUids: texts, nonDeactivatedUids: texts, notFound: texts }),
    ),
  },
} as const satisfies Record<string, Operation>;
