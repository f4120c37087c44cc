import type { Json } from '@chatferry/contract';
import type { Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { existingApp } from '../../storage/apps.ts';
import {
  allDocuments,
  findDocument,
  keepDocument,
  removeDocument,
} from '../../storage/documents.ts';
import type { Store } from '../../storage/store.ts';
import { applied } from '../done.ts';
import { listPage } from '../../lists/paging.ts';

/** An extension is known after it was first switched on or off. Its name is not checked. */
export const managementExtensionHandlers = {
  'management.extensions.list': ({ path, query, store }) =>
    listPage(allDocuments(store, extensionsOf(store, path.appId)), query),

  'management.extensions.switch': ({ path, body, store }) => {
    const extensions = extensionsOf(store, path.appId);
    const switchTo = (enabled: boolean, ids: readonly string[] = []): Record<string, object> =>
      Object.fromEntries(
        ids.map((id) => {
          keepDocument(store, extensions, id, { id, enabled });
          return [id, { success: true, message: `${id} is ${enabled ? 'on' : 'off'}.` }];
        }),
      );
    return {
      data: { enabled: switchTo(true, body.enabled), disabled: switchTo(false, body.disabled) },
    };
  },

  'management.extensions.settings.get': ({ path, store }) => ({
    data: findDocument(store, settingsOf(store, path), path.extension) ?? {},
  }),

  'management.extensions.settings.create': ({ path, body, store }) => ({
    data: keepDocument(store, settingsOf(store, path), path.extension, body),
  }),

  'management.extensions.settings.update': ({ path, body, store }) => {
    const settings = settingsOf(store, path);
    const known: Json = findDocument(store, settings, path.extension) ?? {};
    return { data: keepDocument(store, settings, path.extension, { ...known, ...body }) };
  },

  'management.extensions.settings.delete': ({ path, store }) => {
    removeDocument(store, settingsOf(store, path), path.extension);
    return applied(`The settings of ${path.extension} are deleted.`);
  },
} satisfies Handlers;

function extensionsOf(store: Store, appId: string): string {
  return `extensions of ${existingApp(store, appId).id}`;
}

/** @throws {ServiceProblem} `ERR_EXTENSION_NOT_FOUND`, `ERR_EXTENSION_INACTIVE` */
function settingsOf(
  store: Store,
  { appId, extension }: { appId: string; extension: string },
): string {
  const known = findDocument(store, extensionsOf(store, appId), extension);
  if (known === undefined)
    throw new ServiceProblem('ERR_EXTENSION_NOT_FOUND', `There is no extension ${extension}.`);
  if (known['enabled'] !== true)
    throw new ServiceProblem('ERR_EXTENSION_INACTIVE', `The extension ${extension} is off.`);
  return `extension settings of ${appId}`;
}
