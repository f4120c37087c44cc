import { z } from 'zod';
import { jsonObject } from '../records/fields.ts';
import { anything, one, outcome, text } from './answer-shapes.ts';
import { chatOperation } from './chat-operation.ts';
import type { Operation } from './operation.ts';
import { flag } from './request-fields.ts';

const common = { ...chatOperation, area: 'Notifications' } as const;

/** The user whose preferences are read or changed. */
const ofUser = z.strictObject({ uid: z.string() });

const settings = {
  ...common,
  path: '/notifications/v1/settings',
  // The documentation names only the topics of the settings, not their fields.
  answer: one(anything),
} as const;

const contactDetails = {
  ...common,
  path: '/notifications/v1/contact-details',
  onBehalfOf: 'required',
} as const;

const contactFields = z.looseObject({ email: text, phno: text });

const preferences = {
  ...common,
  path: '/notifications/v1/preferences',
  query: ofUser,
  // The documented answers have the fields of the request, or other fields inside `preferences`.
  answer: one(anything),
} as const;

const timezone = {
  ...common,
  path: '/notifications/v1/preferences/timezone',
  query: ofUser,
  answer: one(z.looseObject({ timezone: text })),
} as const;

const mutes = { ...common, path: '/notifications/v1/preferences/mute', query: ofUser } as const;

/** The uid of the other user, or the guid. */
const conversation = {
  id: z.string().min(1),
  type: z.enum(['oneOnOne', 'group']),
};

/** The settings of one user: what is notified, where to, and when not. */
const userNotificationOperations = {
  'notifications.contactDetails.get': {
    ...contactDetails,
    method: 'GET',
    answer: one(contactFields),
  },
  'notifications.contactDetails.update': {
    ...contactDetails,
    method: 'PATCH',
    body: z.strictObject({
      email: z.string().optional(),
      /** With the code of the country. */
      phno: z.string().optional(),
    }),
    answer: one(contactFields),
  },
  'notifications.contactDetails.delete': {
    ...contactDetails,
    method: 'DELETE',
    answer: one(outcome),
  },

  'notifications.preferences.get': { ...preferences, method: 'GET' },
  'notifications.preferences.update': {
    ...preferences,
    method: 'PATCH',
    body: z.strictObject({
      groupPreferences: jsonObject.optional(),
      oneOnOnePreferences: jsonObject.optional(),
      mutePreferences: jsonObject.optional(),
      usePrivacyTemplate: z.boolean().optional(),
    }),
  },
  'notifications.preferences.reset': { ...preferences, method: 'DELETE' },

  'notifications.timezone.get': { ...timezone, method: 'GET' },
  'notifications.timezone.update': {
    ...timezone,
    method: 'PATCH',
    body: z.strictObject({
      /** The name of a time zone, such as `Asia/Tokyo`. */
      timezone: z.string().min(1),
    }),
  },

  'notifications.mutedConversations.get': {
    ...mutes,
    method: 'GET',
    answer: one(
      z.looseObject({ mutedConversations: z.array(jsonObject).optional().catch(undefined) }),
    ),
  },
  'notifications.mutedConversations.mute': {
    ...mutes,
    method: 'PUT',
    body: z.strictObject({
      conversations: z.array(
        z.strictObject({
          ...conversation,
          /** UNIX milliseconds. */
          until: z.int().optional(),
        }),
      ),
    }),
    answer: one(outcome),
  },
  'notifications.mutedConversations.unmute': {
    ...mutes,
    method: 'DELETE',
    body: z.strictObject({ conversations: z.array(z.strictObject(conversation)) }),
    answer: one(outcome),
  },
} as const satisfies Record<string, Operation>;

const pushTokens = { ...common, path: '/notifications/push/v1/tokens' } as const;

const pushTokenList = one(
  z.looseObject({
    pushTokens: z
      .array(
        z.looseObject({
          pushToken: text,
          pushTokenType: text,
          platform: text,
          providerId: text,
          uid: text,
          authToken: text,
          /** ISO 8601. */
          createdAt: text,
          updatedAt: text,
        }),
      )
      .optional()
      .catch(undefined),
  }),
);

/** A push token belongs to the auth token of a login: a user who moves registers a new one. */
const pushTokenOperations = {
  'notifications.pushTokens.register': {
    ...pushTokens,
    method: 'POST',
    /** The field of the token depends on the platform. */
    body: z.looseObject({
      platform: z.string().min(1),
      authToken: z.string().min(1),
      providerId: z.string().min(1).optional(),
    }),
    answer: one(outcome),
  },
  'notifications.pushTokens.get': {
    ...pushTokens,
    method: 'GET',
    query: z.strictObject({ authToken: z.string().optional(), all: flag }),
    answer: pushTokenList,
  },
  'notifications.pushTokens.deleteAll': {
    ...pushTokens,
    method: 'DELETE',
    query: z.strictObject({ all: flag }),
    body: z.strictObject({ authToken: z.string().min(1) }),
    answer: pushTokenList,
  },
  'notifications.pushTokens.delete': {
    ...pushTokens,
    method: 'DELETE',
    path: '/notifications/push/v1/tokens/{pushToken}',
    body: z.strictObject({ authToken: z.string().min(1) }),
    answer: pushTokenList,
  },
} as const satisfies Record<string, Operation>;

export const notificationOperations = {
  /** Preferences, templates and sounds of the app. */
  'notifications.settings.get': { ...settings, method: 'GET' },
  'notifications.settings.update': { ...settings, method: 'PATCH', body: jsonObject },
  'notifications.settings.reset': { ...settings, method: 'DELETE' },
  ...userNotificationOperations,
  ...pushTokenOperations,
} as const satisfies Record<string, Operation>;
