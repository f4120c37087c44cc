import { z } from 'zod';
import { jsonObject } from '../records/fields.ts';
import { anything, boolean, listOf, number, one, text } from './answer-shapes.ts';
import { app } from './entities.ts';
import type { Operation } from './operation.ts';
import { flag, pageQuery } from './request-fields.ts';

const common = {
  area: 'Management',
  api: 'management',
  scope: 'management',
  onBehalfOf: 'none',
  repeatable: true,
  budget: 'standard',
  source: 'reference',
} as const;

const emails = z.array(z.email()).optional();

export const managementOperations = {
  'management.apps.create': {
    ...common,
    method: 'POST',
    path: '/apps',
    // A repeated request creates a second app.
    repeatable: false,
    body: z.strictObject({
      name: z.string().min(1),
      region: z.enum(['us', 'eu', 'in']),
      version: z.string().optional(),
      /** Set it for the target of a migration: the ids of sample users and groups may conflict with the migrated ones. */
      skipSampleData: flag,
    }),
    answer: one(app),
  },
  'management.apps.list': {
    ...common,
    method: 'GET',
    path: '/apps',
    paging: 'page',
    query: z.strictObject({
      ...pageQuery,
      /** Id or name. */
      searchKey: z.string().optional(),
    }),
    // One example shows a single app instead of the list.
    answer: z.preprocess(singleAsList, listOf(app)),
    source: 'specification',
  },
  /** The app is deleted later; the answer states when. */
  'management.apps.delete': {
    ...common,
    method: 'DELETE',
    path: '/apps/{appId}',
    answer: one(z.looseObject({ success: boolean, scheduledToDeleteAt: number })),
  },
  /** The service sends the report by e-mail. */
  'management.apps.requestUsage': {
    ...common,
    method: 'POST',
    path: '/apps/{appId}/usage',
    repeatable: false,
    body: z.strictObject({ usePreviousBillingCycle: flag }).optional(),
    answer: one(anything),
  },

  'management.extensions.list': {
    ...common,
    method: 'GET',
    path: '/apps/{appId}/extensions',
    paging: 'page',
    query: z.strictObject(pageQuery),
    answer: listOf(z.looseObject({ id: text, enabled: boolean })),
  },
  'management.extensions.switch': {
    ...common,
    method: 'POST',
    path: '/apps/{appId}/extensions',
    body: z.strictObject({
      enabled: z.array(z.string()).optional(),
      disabled: z.array(z.string()).optional(),
    }),
    answer: one(anything),
  },
  'management.extensions.settings.get': {
    ...common,
    method: 'GET',
    path: '/apps/{appId}/extensions/{extension}/v1/settings',
    answer: one(anything),
  },
  'management.extensions.settings.create': {
    ...common,
    method: 'POST',
    path: '/apps/{appId}/extensions/{extension}/v1/settings',
    repeatable: false,
    body: jsonObject,
    answer: one(anything),
  },
  'management.extensions.settings.update': {
    ...common,
    method: 'PUT',
    path: '/apps/{appId}/extensions/{extension}/v1/settings',
    body: jsonObject,
    answer: one(anything),
  },
  'management.extensions.settings.delete': {
    ...common,
    method: 'DELETE',
    path: '/apps/{appId}/extensions/{extension}/v1/settings',
    answer: one(anything),
  },

  'management.collaborators.list': {
    ...common,
    method: 'GET',
    path: '/apps/{appId}/collaborators',
    paging: 'page',
    query: z.strictObject(pageQuery),
    answer: listOf(z.looseObject({ email: text, role: text })),
  },
  'management.collaborators.update': {
    ...common,
    method: 'POST',
    path: '/apps/{appId}/collaborators',
    // The service sends e-mails to people.
    repeatable: false,
    body: z.strictObject({ admins: emails, moderators: emails, collaboratorsToRemove: emails }),
    answer: one(anything),
  },
} as const satisfies Record<string, Operation>;

function singleAsList(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('data' in body)) return body;
  const { data } = body;
  const single = typeof data === 'object' && data !== null && 'id' in data;
  return single ? { ...body, data: [data] } : body;
}
