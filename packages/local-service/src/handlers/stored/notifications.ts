import type { Handlers } from '../../http/call.ts';
import { badField, ServiceProblem } from '../../service-problem.ts';
import {
  allDocuments,
  existingDocument,
  findDocument,
  keepDocument,
  noSuchDocument,
  removeDocument,
} from '../../storage/documents.ts';
import type { Store } from '../../storage/store.ts';
import { activeUser } from '../../storage/users.ts';
import { applied } from '../done.ts';
import { listPage } from '../paging.ts';

const SETTINGS = ['notifications', 'settings'] as const;
const PROVIDERS = 'pushProviders';

/** Settings are stored and returned; no notification is sent. */
export const notificationHandlers = {
  'notifications.settings.get': ({ store }) => ({ data: findDocument(store, ...SETTINGS) ?? {} }),

  'notifications.settings.update': ({ body, store }) => ({
    data: keepDocument(store, ...SETTINGS, { ...findDocument(store, ...SETTINGS), ...body }),
  }),

  'notifications.settings.reset': ({ store }) => {
    removeDocument(store, ...SETTINGS);
    return { data: {} };
  },

  'notifications.preferences.get': ({ query, store }) => {
    const { uid } = activeUser(store, query.uid.toLowerCase());
    return { data: { uid } };
  },

  'notifications.pushProviders.list': ({ path, query, store }) =>
    listPage(samePlatform(store, checkedPlatform(path.platform)), query),

  'notifications.pushProviders.create': ({ path, body, store }) => {
    const platform = checkedPlatform(path.platform);
    if (findDocument(store, PROVIDERS, body.providerId) !== undefined)
      throw new ServiceProblem(
        'ERR_PROVIDER_ALREADY_EXISTS',
        `There is a provider ${body.providerId} already.`,
      );
    return { data: keepDocument(store, PROVIDERS, body.providerId, { ...body, platform }) };
  },

  'notifications.pushProviders.update': ({ path, body, store }) => {
    const platform = checkedPlatform(path.platform);
    const known = existingDocument(store, PROVIDERS, body.providerId);
    return {
      data: keepDocument(store, PROVIDERS, body.providerId, { ...known, ...body, platform }),
    };
  },

  'notifications.pushProviders.delete': ({ path, store }) => {
    if (!removeDocument(store, PROVIDERS, path.providerId))
      throw noSuchDocument(PROVIDERS, path.providerId);
    return applied(`The provider ${path.providerId} is removed.`);
  },

  'notifications.pushProviders.setDefault': ({ path, store }) => {
    const chosen = existingDocument(store, PROVIDERS, path.providerId);
    for (const provider of samePlatform(store, chosen['platform']))
      keepDocument(store, PROVIDERS, String(provider['providerId']), {
        ...provider,
        isDefault: provider['providerId'] === path.providerId,
      });
    return { data: existingDocument(store, PROVIDERS, path.providerId) };
  },
} satisfies Handlers;

function samePlatform(store: Store, platform: unknown): Record<string, unknown>[] {
  return allDocuments(store, PROVIDERS).filter((provider) => provider['platform'] === platform);
}

function checkedPlatform(platform: string): string {
  if (platform !== 'fcm' && platform !== 'apns')
    throw badField('platform', 'The platform must be fcm or apns.');
  return platform;
}
