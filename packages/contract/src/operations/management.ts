import { z } from 'zod';
import { entity, listOf } from './answer-shapes.ts';
import type { Operation } from './operation.ts';

const app = entity('id');

export const managementOperations = {
  'management.apps.list': {
    area: 'Management',
    api: 'management',
    method: 'GET',
    path: '/apps',
    scope: 'management',
    onBehalfOf: 'none',
    repeatable: true,
    budget: 'standard',
    paging: 'page',
    query: z.strictObject({
      perPage: z.int().min(1).max(1000).optional(),
      page: z.int().min(1).optional(),
      searchKey: z.string().optional(),
    }),
    answer: listOf(app),
    source: 'specification',
  },
} as const satisfies Record<string, Operation>;
