import { z } from 'zod';
import { entity, listOf } from './answer-shapes.ts';
import type { Operation } from './operation.ts';
import { user } from './users.ts';

const group = entity('guid');

const list = {
  api: 'chat',
  method: 'GET',
  scope: 'fullAccess',
  repeatable: true,
  budget: 'standard',
  paging: 'page',
  source: 'reference',
} as const;

export const groupOperations = {
  'groups.list': {
    ...list,
    area: 'Groups',
    path: '/groups',
    onBehalfOf: 'optional',
    query: z.strictObject({
      perPage: z.int().min(1).max(1000).optional(),
      page: z.int().min(1).optional(),
      searchKey: z.string().optional(),
    }),
    answer: listOf(group),
  },
  'groups.members.list': {
    ...list,
    area: 'Group Members',
    path: '/groups/{guid}/members',
    onBehalfOf: 'none',
    query: z.strictObject({
      perPage: z.int().min(1).max(1000).optional(),
      page: z.int().min(1).optional(),
      scopes: z.array(z.string()).optional(),
    }),
    answer: listOf(user),
  },
} as const satisfies Record<string, Operation>;
