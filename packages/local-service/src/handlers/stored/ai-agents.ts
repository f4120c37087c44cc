import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../calls/call.ts';
import { slicePage } from '../../lists/paging.ts';
import { allDocuments, existingDocument, keepDocument } from '../../storage/documents.ts';

const AGENTS = 'agents';

/** Agents are stored and have no effect. Answers contain one agent as `agent`, not `data`; times are in milliseconds. */
export const aiAgentHandlers = {
  'aiAgents.list': ({ query, store }) => {
    const agents = allDocuments(store, AGENTS).filter((agent) =>
      String(agent['name'])
        .toLowerCase()
        .includes((query.search ?? '').toLowerCase()),
    );
    const { perPage = query.limit, page } = query;
    const { items, pagination } = slicePage(agents, { perPage, page });
    return { data: items, agents: items, meta: { pagination } };
  },

  'aiAgents.create': ({ body, store }) => {
    const uid = randomUUID();
    const now = store.now();
    return {
      agent: keepDocument(store, AGENTS, uid, {
        isActive: true,
        ...body,
        uid,
        createdAt: now,
        updatedAt: now,
      }),
    };
  },

  'aiAgents.update': ({ path, body, store }) => {
    const agent = existingDocument(store, AGENTS, path.uid);
    keepDocument(store, AGENTS, path.uid, { ...agent, ...body, updatedAt: store.now() });
    return { success: true };
  },
} satisfies Handlers;
