import type { Json } from '@chatferry/contract';
import type { Handlers } from '../../calls/call.ts';
import { badField, ServiceProblem } from '../../terms/service-problem.ts';
import { existingApp } from '../../storage/apps.ts';
import {
  allDocuments,
  findDocument,
  keepDocument,
  removeDocument,
} from '../../storage/documents.ts';
import type { Store } from '../../storage/store.ts';
import { applied, forEachId } from '../done.ts';
import { listPage, slicePage } from '../../lists/paging.ts';
import { webhookTriggers } from './webhook-triggers.ts';

/** Webhooks are stored; none is ever called. */
export const managementWebhookHandlers = {
  'management.webhooks.create': ({ path, body, store }) => {
    const webhooks = webhooksOf(store, path.appId);
    if (findDocument(store, webhooks, body.id) !== undefined)
      throw badField('id', `The webhook ${body.id} already exists.`);
    const now = store.seconds();
    const webhook = {
      useBasicAuth: false,
      enabled: false,
      ...body,
      createdAt: now,
      updatedAt: now,
    };
    return { data: withoutPassword(keepDocument(store, webhooks, body.id, webhook)) };
  },

  'management.webhooks.list': ({ path, query, store }) => {
    const { searchKey = '' } = query;
    const found = allDocuments(store, webhooksOf(store, path.appId)).filter((webhook) =>
      `${String(webhook['id'])} ${String(webhook['name'])}`.includes(searchKey),
    );
    const { items, pagination } = slicePage(found, query);
    return { data: items.map(withoutPassword), meta: { pagination } };
  },

  'management.webhooks.get': ({ path, store }) => ({
    data: withoutPassword(existingWebhook(store, path)),
  }),

  'management.webhooks.update': ({ path, body, store }) => {
    const webhook = { ...existingWebhook(store, path), ...body, updatedAt: store.seconds() };
    const webhooks = webhooksOf(store, path.appId);
    return { data: withoutPassword(keepDocument(store, webhooks, path.webhookId, webhook)) };
  },

  'management.webhooks.delete': ({ path, store }) => {
    existingWebhook(store, path);
    removeDocument(store, webhooksOf(store, path.appId), path.webhookId);
    for (const id of Object.keys(webhookTriggers))
      removeDocument(store, triggersOf(store, path), id);
    return applied(`The webhook ${path.webhookId} is deleted.`);
  },

  'management.webhooks.triggers.add': ({ path, body, store }) => {
    existingWebhook(store, path);
    const triggers = triggersOf(store, path);
    return {
      data: forEachId(body.triggerIds, (id) => {
        const description = existingTrigger(id);
        keepDocument(store, triggers, id, { id, description });
        return `${id} calls the webhook ${path.webhookId}.`;
      }),
    };
  },

  'management.webhooks.triggers.list': ({ path, query, store }) => {
    existingWebhook(store, path);
    return listPage(allDocuments(store, triggersOf(store, path)), query);
  },

  'management.webhooks.triggers.remove': ({ path, body, store }) => {
    existingWebhook(store, path);
    for (const id of body.triggerIds) {
      existingTrigger(id);
      removeDocument(store, triggersOf(store, path), id);
    }
    return applied(`The triggers no longer call the webhook ${path.webhookId}.`);
  },
} satisfies Handlers;

interface WebhookPath {
  readonly appId: string;
  readonly webhookId: string;
}

function webhooksOf(store: Store, appId: string): string {
  return `webhooks of ${existingApp(store, appId).id}`;
}

function triggersOf(store: Store, { appId, webhookId }: WebhookPath): string {
  return `triggers of ${webhookId} of ${existingApp(store, appId).id}`;
}

function existingWebhook(store: Store, { appId, webhookId }: WebhookPath): Json {
  const webhook = findDocument(store, webhooksOf(store, appId), webhookId);
  if (webhook === undefined)
    throw new ServiceProblem('ERR_WEBHOOK_NOT_FOUND', `There is no webhook ${webhookId}.`);
  return webhook;
}

/** @returns the events of the trigger */
function existingTrigger(id: string): string {
  const description = webhookTriggers[id];
  if (description === undefined)
    throw new ServiceProblem('ERR_TRIGGER_NOT_FOUND', `There is no trigger ${id}.`);
  return description;
}

function withoutPassword(webhook: Json): Json {
  const { password: _password, ...shown } = webhook;
  return shown;
}
