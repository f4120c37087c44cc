import { randomUUID } from 'node:crypto';
import type { Json } from '@chatferry/contract';
import type { Answer } from '../../terms/answer.ts';
import type { Handlers } from '../../calls/call.ts';
import {
  allDocuments,
  existingDocument,
  findDocument,
  keepDocument,
  noSuchDocument,
  removeDocument,
} from '../../storage/documents.ts';
import { MessageReader } from '../../messages/message-entity.ts';
import { accessibleMessage } from '../../messages/message-access.ts';
import { SYSTEM_USER } from '../../storage/users.ts';
import type { Store } from '../../storage/store.ts';
import { applied } from '../done.ts';
import { listPage, type PageQuery } from '../../lists/paging.ts';

/** Rules and keywords are stored without effect. The lists contain only messages from the seed. */
export const moderationHandlers = {
  'moderation.rules.list': ({ query, store }) => list(store, 'rules', query),
  'moderation.rules.create': ({ body, store }) => create(store, 'rules', body),
  'moderation.rules.get': ({ path, store }) => get(store, 'rules', path.ruleId),
  'moderation.rules.update': ({ path, body, store }) => {
    const earlier = existingDocument(store, 'rules', path.ruleId);
    keepDocument(store, revisionsOf(path.ruleId), randomUUID(), earlier);
    return update(store, 'rules', path.ruleId, body);
  },
  'moderation.rules.delete': ({ path, store }) => remove(store, 'rules', path.ruleId),
  'moderation.rules.revisions.list': ({ path, query, store }) => {
    existingDocument(store, 'rules', path.ruleId);
    return list(store, revisionsOf(path.ruleId), query);
  },

  'moderation.keywords.list': ({ query, store }) => list(store, 'keywords', query),
  'moderation.keywords.create': ({ body, store }) => create(store, 'keywords', body),
  'moderation.keywords.get': ({ path, store }) => get(store, 'keywords', path.keywordId),
  'moderation.keywords.update': ({ path, body, store }) =>
    update(store, 'keywords', path.keywordId, body),
  'moderation.keywords.delete': ({ path, store }) => remove(store, 'keywords', path.keywordId),

  'moderation.reasons.list': ({ query, store }) => list(store, 'reasons', query),
  'moderation.reasons.create': ({ body, store }) => create(store, 'reasons', body),
  'moderation.reasons.get': ({ path, store }) => get(store, 'reasons', path.reasonId),
  'moderation.reasons.update': ({ path, body, store }) =>
    update(store, 'reasons', path.reasonId, body),
  'moderation.reasons.delete': ({ path, store }) => remove(store, 'reasons', path.reasonId),

  'moderation.blockedMessages.list': ({ query, store }) => list(store, 'blockedMessages', query),
  'moderation.blockedMessages.approve': ({ path, store }) =>
    remove(store, 'blockedMessages', path.messageId),
  'moderation.flaggedMessages.list': ({ query, store }) => list(store, 'flaggedMessages', query),
  'moderation.flaggedMessages.update': ({ path, body, store }) => {
    const flagged = existingDocument(store, 'flaggedMessages', path.id);
    const reviewed = { ...flagged, ...body, id: path.id };
    keepDocument(store, 'flaggedMessages', path.id, reviewed);
    return { data: keepDocument(store, 'reviewedMessages', path.id, reviewed) };
  },
  'moderation.reviewedMessages.list': ({ query, store }) => list(store, 'reviewedMessages', query),

  'messages.flag': ({ path, body, actor, store }) => {
    const message = accessibleMessage(store, path.id, actor);
    existingDocument(store, 'reasons', body.reasonId);
    const { flaggedBy = [] } = (findDocument(store, 'flaggedMessages', path.id) ?? {}) as {
      flaggedBy?: object[];
    };
    keepDocument(store, 'flaggedMessages', path.id, {
      ...new MessageReader(store, actor).entity(message),
      flaggedBy: [...flaggedBy, { uid: actor ?? SYSTEM_USER, ...body }],
    });
    return applied(`Message ${path.id} has been flagged successfully.`);
  },
} satisfies Handlers;

function revisionsOf(ruleId: string): string {
  return `revisions of ${ruleId}`;
}

function list(store: Store, collection: string, query: PageQuery): Answer {
  return listPage(allDocuments(store, collection), query);
}

/** The id comes from the caller, or is generated. */
function create(store: Store, collection: string, body: Json): Answer {
  const id = typeof body['id'] === 'string' ? body['id'] : randomUUID();
  return { data: keepDocument(store, collection, id, { ...body, id }) };
}

function get(store: Store, collection: string, id: string): Answer {
  return { data: existingDocument(store, collection, id) };
}

function update(store: Store, collection: string, id: string, body: Json): Answer {
  const known = existingDocument(store, collection, id);
  return { data: keepDocument(store, collection, id, { ...known, ...body, id }) };
}

function remove(store: Store, collection: string, id: string): Answer {
  if (!removeDocument(store, collection, id)) throw noSuchDocument(collection, id);
  return applied(`${id} is removed from the ${collection}.`);
}
