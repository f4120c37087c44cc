import { z } from 'zod';
import { entity, listOf, one } from './answer-shapes.ts';
import type { Operation } from './operation.ts';

const call = entity('sessionId');

const common = {
  area: 'Calls',
  api: 'calls',
  method: 'GET',
  scope: 'fullAccess',
  onBehalfOf: 'optional',
  repeatable: true,
  budget: 'standard',
  source: 'specification',
} as const;

export const callOperations = {
  'calls.list': {
    ...common,
    path: '/calls',
    paging: 'page',
    query: z.strictObject({
      perPage: z.int().min(1).max(1000).optional(),
      page: z.int().min(1).optional(),
    }),
    answer: listOf(call),
  },
  'calls.get': { ...common, path: '/calls/{sessionId}', answer: one(call) },
} as const satisfies Record<string, Operation>;
