import { z } from 'zod';
import { anything, boolean, listInside, one, outcome, text } from './answer-shapes.ts';
import { chatOperation } from './chat-operation.ts';
import type { Operation } from './operation.ts';
import { pageQuery } from './request-fields.ts';

const common = { ...chatOperation, area: 'Notifications' } as const;

const push = { ...common, path: '/notifications/push/v1/providers/{platform}' } as const;

/** The caller chooses the name. The other fields are the platform's credentials. */
const pushProvider = z.looseObject({ providerId: z.string().min(1) });

/** The platform is `fcm` or `apns`. */
const pushProviderOperations = {
  'notifications.pushProviders.list': {
    ...push,
    method: 'GET',
    paging: 'page',
    query: z.strictObject(pageQuery),
    answer: listInside(
      'pushProviders',
      z.looseObject({ providerId: text, platform: text, isDefault: boolean }),
    ),
  },
  'notifications.pushProviders.create': {
    ...push,
    method: 'POST',
    body: pushProvider,
    answer: one(outcome),
  },
  'notifications.pushProviders.update': {
    ...push,
    method: 'PUT',
    body: pushProvider,
    answer: one(outcome),
  },
  'notifications.pushProviders.delete': {
    ...push,
    method: 'DELETE',
    path: '/notifications/push/v1/providers/{platform}/{providerId}',
    answer: one(outcome),
  },
  'notifications.pushProviders.setDefault': {
    ...push,
    method: 'PUT',
    path: '/notifications/push/v1/providers/{platform}/default/{providerId}',
    answer: one(outcome),
  },
} as const satisfies Record<string, Operation>;

const twilio = {
  ...common,
  path: '/notifications/sms/v1/providers/twilio',
  answer: one(anything),
} as const;

const twilioCredentials = z.looseObject({
  twilioAccountSID: z.string().min(1),
  twilioAuthToken: z.string().min(1),
  twilioSenderPhoneNumber: z.string().min(1),
  isEnabled: z.boolean().optional(),
});

const sendgrid = {
  ...common,
  path: '/notifications/email/v1/providers/sendgrid',
  answer: one(anything),
} as const;

const sendgridCredentials = z.looseObject({
  sendGridApiKey: z.string().min(1),
  sendGridTemplateID: z.string().min(1),
  sendGridUnsubscribeGroupID: z.union([z.string().min(1), z.int()]),
  senderName: z.string().min(1),
  senderEmail: z.string().min(1),
  isEnabled: z.boolean().optional(),
});

/** The providers for push notifications, text messages and e-mails. Every answer except the answer to a deletion contains credentials. */
export const notificationProviderOperations = {
  ...pushProviderOperations,
  'notifications.smsProviders.twilio.get': { ...twilio, method: 'GET' },
  'notifications.smsProviders.twilio.create': {
    ...twilio,
    method: 'POST',
    body: twilioCredentials,
  },
  'notifications.smsProviders.twilio.update': {
    ...twilio,
    method: 'PUT',
    body: twilioCredentials,
  },
  'notifications.smsProviders.twilio.delete': {
    ...twilio,
    method: 'DELETE',
    answer: one(outcome),
  },
  'notifications.emailProviders.sendgrid.get': { ...sendgrid, method: 'GET' },
  'notifications.emailProviders.sendgrid.create': {
    ...sendgrid,
    method: 'POST',
    body: sendgridCredentials,
  },
  'notifications.emailProviders.sendgrid.update': {
    ...sendgrid,
    method: 'PUT',
    body: sendgridCredentials,
  },
  'notifications.emailProviders.sendgrid.delete': {
    ...sendgrid,
    method: 'DELETE',
    answer: one(outcome),
  },
} as const satisfies Record<string, Operation>;
