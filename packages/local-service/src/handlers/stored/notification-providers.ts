import type { Handlers } from '../../calls/call.ts';
import { badField, ServiceProblem } from '../../terms/service-problem.ts';
import {
  allDocuments,
  existingDocument,
  findDocument,
  keepDocument,
  noSuchDocument,
  removeDocument,
} from '../../storage/documents.ts';
import type { Json } from '@chatferry/contract';
import type { Store } from '../../storage/store.ts';
import { applied } from '../done.ts';
import { slicePage } from '../../lists/paging.ts';

const PUSH = 'pushProviders';

/** The name under which the only SMS provider and the only e-mail provider are stored. */
const SINGLE = 'providers';

/** Providers are stored and returned; no notification is sent. */
export const notificationProviderHandlers = {
  'notifications.pushProviders.list': ({ path, query, store }) => {
    const { items } = slicePage(ofPlatform(store, checkedPlatform(path.platform)), query);
    return { data: { pushProviders: items } };
  },

  'notifications.pushProviders.create': ({ path, body, store }) => {
    const platform = checkedPlatform(path.platform);
    const key = keyOf(platform, body.providerId);
    if (findDocument(store, PUSH, key) !== undefined) throw providerExists(body.providerId);
    keepDocument(store, PUSH, key, { ...body, platform, isDefault: false });
    return applied(`The provider ${body.providerId} is added.`);
  },

  'notifications.pushProviders.update': ({ path, body, store }) => {
    const platform = checkedPlatform(path.platform);
    const key = keyOf(platform, body.providerId);
    const known = existingDocument(store, PUSH, key);
    keepDocument(store, PUSH, key, { ...known, ...body, platform });
    return applied(`The provider ${body.providerId} is changed.`);
  },

  'notifications.pushProviders.delete': ({ path, store }) => {
    const key = keyOf(checkedPlatform(path.platform), path.providerId);
    if (!removeDocument(store, PUSH, key)) throw noSuchDocument(PUSH, key);
    return applied(`The provider ${path.providerId} is removed.`);
  },

  'notifications.pushProviders.setDefault': ({ path, store }) => {
    const platform = checkedPlatform(path.platform);
    existingDocument(store, PUSH, keyOf(platform, path.providerId));
    for (const provider of ofPlatform(store, platform)) {
      const id = String(provider['providerId']);
      const isDefault = id === path.providerId;
      keepDocument(store, PUSH, keyOf(platform, id), { ...provider, isDefault });
    }
    return applied(`The provider ${path.providerId} is the default.`);
  },

  'notifications.smsProviders.twilio.get': ({ store }) => read(store, 'twilio'),
  'notifications.smsProviders.twilio.create': ({ store, body }) => create(store, 'twilio', body),
  'notifications.smsProviders.twilio.update': ({ store, body }) => update(store, 'twilio', body),
  'notifications.smsProviders.twilio.delete': ({ store }) => remove(store, 'twilio'),
  'notifications.emailProviders.sendgrid.get': ({ store }) => read(store, 'sendgrid'),
  'notifications.emailProviders.sendgrid.create': ({ store, body }) =>
    create(store, 'sendgrid', body),
  'notifications.emailProviders.sendgrid.update': ({ store, body }) =>
    update(store, 'sendgrid', body),
  'notifications.emailProviders.sendgrid.delete': ({ store }) => remove(store, 'sendgrid'),
} satisfies Handlers;

function read(store: Store, provider: string): { data: Json } {
  return { data: existingDocument(store, SINGLE, provider) };
}

function create(store: Store, provider: string, credentials: Json): { data: Json } {
  if (findDocument(store, SINGLE, provider) !== undefined) throw providerExists(provider);
  return { data: keepDocument(store, SINGLE, provider, credentials) };
}

function update(store: Store, provider: string, credentials: Json): { data: Json } {
  const known = existingDocument(store, SINGLE, provider);
  return { data: keepDocument(store, SINGLE, provider, { ...known, ...credentials }) };
}

function remove(store: Store, provider: string): ReturnType<typeof applied> {
  if (!removeDocument(store, SINGLE, provider)) throw noSuchDocument(SINGLE, provider);
  return applied(`The provider ${provider} is removed.`);
}

function providerExists(name: string): ServiceProblem {
  return new ServiceProblem('ERR_PROVIDER_ALREADY_EXISTS', `There is a provider ${name} already.`);
}

/** Providers of two platforms may have the same name. */
function keyOf(platform: string, providerId: string): string {
  return `${platform} ${providerId}`;
}

function ofPlatform(store: Store, platform: string): Json[] {
  return allDocuments(store, PUSH).filter((provider) => provider['platform'] === platform);
}

function checkedPlatform(platform: string): string {
  if (platform !== 'fcm' && platform !== 'apns')
    throw badField('platform', 'The platform must be fcm or apns.');
  return platform;
}
