import { z } from 'zod';
import { name } from '../records/fields.ts';
import { done, listOf, one } from './answer-shapes.ts';
import { apiKey } from './entities.ts';
import { chatOperation } from './chat-operation.ts';
import type { Operation } from './operation.ts';
import { pageQuery } from './request-fields.ts';

const common = { ...chatOperation, area: 'API Keys' } as const;

const scope = z.enum(['authOnly', 'fullAccess']);

/** A key can neither change nor delete itself. */
export const apiKeyOperations = {
  'apiKeys.create': {
    ...common,
    method: 'POST',
    path: '/apikeys',
    // A repeated request creates a second key.
    repeatable: false,
    body: z.strictObject({ name, scope }),
    answer: one(apiKey),
  },
  'apiKeys.list': {
    ...common,
    method: 'GET',
    path: '/apikeys',
    paging: 'page',
    query: z.strictObject({
      ...pageQuery,
      scope: scope.optional(),
      searchKey: z.string().optional(),
    }),
    answer: listOf(apiKey),
  },
  'apiKeys.get': { ...common, method: 'GET', path: '/apikeys/{apiKey}', answer: one(apiKey) },
  'apiKeys.update': {
    ...common,
    method: 'PUT',
    path: '/apikeys/{apiKey}',
    body: z.strictObject({ name: name.optional(), scope: scope.optional() }),
    answer: one(apiKey),
  },
  'apiKeys.delete': { ...common, method: 'DELETE', path: '/apikeys/{apiKey}', answer: done },
} as const satisfies Record<string, Operation>;
