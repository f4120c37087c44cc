import { z } from 'zod';
import { jsonObject } from '../records/fields.ts';
import { done, listOf, one } from './answer-shapes.ts';
import { authToken } from './entities.ts';
import { chatOperation } from './chat-operation.ts';
import type { Operation } from './operation.ts';
import { pageQuery } from './request-fields.ts';

const common = { ...chatOperation, area: 'Auth Tokens' } as const;

/** Tokens with which a user logs in. A user has at most 100 active tokens; a further token replaces the oldest. */
export const authTokenOperations = {
  'users.authTokens.create': {
    ...common,
    method: 'POST',
    path: '/users/{uid}/auth_tokens',
    scope: 'authOnly',
    // A repeated request may create a second token.
    repeatable: false,
    body: z
      .strictObject({
        /** Creates a new token even when the user has one. */
        force: z.boolean().optional(),
        /** The platform that uses the token, such as `ios`. */
        platform: z.string().optional(),
        /** The device that uses the token. */
        deviceId: z.string().optional(),
      })
      .optional(),
    answer: one(authToken),
    source: 'specification',
  },
  'users.authTokens.list': {
    ...common,
    method: 'GET',
    path: '/users/{uid}/auth_tokens',
    paging: 'page',
    query: z.strictObject(pageQuery),
    answer: listOf(authToken),
  },
  'users.authTokens.get': {
    ...common,
    method: 'GET',
    path: '/users/{uid}/auth_tokens/{authToken}',
    answer: one(authToken),
  },
  'users.authTokens.update': {
    ...common,
    method: 'PUT',
    path: '/users/{uid}/auth_tokens/{authToken}',
    body: z.strictObject({
      platform: z.string().optional(),
      deviceId: z.string().optional(),
      userAgent: z.string().optional(),
      appInfo: jsonObject.optional(),
    }),
    answer: one(authToken),
  },
  'users.authTokens.delete': {
    ...common,
    method: 'DELETE',
    path: '/users/{uid}/auth_tokens/{authToken}',
    answer: done,
  },
  'users.authTokens.deleteAll': {
    ...common,
    method: 'DELETE',
    path: '/users/{uid}/auth_tokens',
    answer: done,
  },
} as const satisfies Record<string, Operation>;
