import { z } from 'zod';
import { jsonObject } from '../records/fields.ts';
import { anything, boolean, listOf, one, text } from './answer-shapes.ts';
import type { Operation } from './operation.ts';
import { pageQuery } from './request-fields.ts';

const common = {
  area: 'Notifications',
  api: 'chat',
  scope: 'fullAccess',
  onBehalfOf: 'none',
  repeatable: true,
  budget: 'standard',
  // The documentation names only the topics of bodies and answers, not their fields.
  answer: one(anything),
  source: 'reference',
} as const;

/** The caller chooses the name. The other fields are the platform's credentials. */
const provider = z.looseObject({ providerId: z.string().min(1) });

export const notificationOperations = {
  /** Preferences, templates and sounds of the app. */
  'notifications.settings.get': { ...common, method: 'GET', path: '/notifications/v1/settings' },
  'notifications.settings.update': {
    ...common,
    method: 'PATCH',
    path: '/notifications/v1/settings',
    body: jsonObject,
  },
  'notifications.settings.reset': {
    ...common,
    method: 'DELETE',
    path: '/notifications/v1/settings',
  },
  /** For one user; mutes contain their end in milliseconds. */
  'notifications.preferences.get': {
    ...common,
    method: 'GET',
    path: '/notifications/v1/preferences',
    query: z.strictObject({ uid: z.string() }),
  },

  /** The platform is `fcm` or `apns`. */
  'notifications.pushProviders.list': {
    ...common,
    method: 'GET',
    path: '/notifications/push/v1/providers/{platform}',
    paging: 'page',
    query: z.strictObject(pageQuery),
    answer: listOf(z.looseObject({ providerId: text, platform: text, isDefault: boolean })),
  },
  'notifications.pushProviders.create': {
    ...common,
    method: 'POST',
    path: '/notifications/push/v1/providers/{platform}',
    body: provider,
  },
  'notifications.pushProviders.update': {
    ...common,
    method: 'PUT',
    path: '/notifications/push/v1/providers/{platform}',
    body: provider,
  },
  'notifications.pushProviders.delete': {
    ...common,
    method: 'DELETE',
    path: '/notifications/push/v1/providers/{providerId}',
  },
  'notifications.pushProviders.setDefault': {
    ...common,
    method: 'PUT',
    path: '/notifications/push/v1/providers/default/{providerId}',
  },
} as const satisfies Record<string, Operation>;
