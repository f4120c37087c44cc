import { z } from 'zod';
import { entity, listOf, one } from './answer-shapes.ts';
import type { Operation } from './operation.ts';

export const user = entity('uid');
const authToken = entity('authToken');

export const userOperations = {
  'users.list': {
    area: 'Users',
    api: 'chat',
    method: 'GET',
    path: '/users',
    scope: 'fullAccess',
    onBehalfOf: 'none',
    repeatable: true,
    budget: 'standard',
    paging: 'page',
    query: z.strictObject({
      perPage: z.int().min(1).max(1000).optional(),
      page: z.int().min(1).optional(),
      searchKey: z.string().optional(),
      withDeactivated: z.boolean().optional(),
      onlyDeactivated: z.boolean().optional(),
    }),
    answer: listOf(user),
    source: 'specification',
  },
  'users.authTokens.create': {
    area: 'Auth Tokens',
    api: 'chat',
    method: 'POST',
    path: '/users/{uid}/auth_tokens',
    scope: 'authOnly',
    onBehalfOf: 'none',
    repeatable: false,
    budget: 'core',
    body: z.strictObject({ force: z.boolean().optional() }).optional(),
    answer: one(authToken),
    source: 'specification',
  },
} as const satisfies Record<string, Operation>;
