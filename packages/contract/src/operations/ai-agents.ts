import { z } from 'zod';
import { jsonObject } from '../records/fields.ts';
import { boolean, listOf, object, text } from './answer-shapes.ts';
import type { Operation } from './operation.ts';
import { pageQuery } from './request-fields.ts';

const common = {
  area: 'AI Agents',
  api: 'chat',
  path: '/ai-agents/agent-builder/agents',
  scope: 'fullAccess',
  onBehalfOf: 'none',
  budget: 'standard',
  source: 'reference',
} as const;

const fields = {
  icon: z.string().optional(),
  description: z.string().optional(),
  instruction: z.string().optional(),
  model: z.string().optional(),
  modelMetaData: jsonObject.optional(),
  metaData: jsonObject.optional(),
  tools: z.array(z.string()).optional(),
  apiTools: z.array(z.string()).optional(),
  mcpServers: z.array(z.string()).optional(),
  isActive: z.boolean().optional(),
};

const agent = z.looseObject({ uid: text, name: text, isActive: boolean, metaData: object });

/** The answer holds one agent under `agent` instead of `data`, and its times are in milliseconds. */
export const aiAgentOperations = {
  /** The documented list, or a list under `agents`, as one example shows it. */
  'aiAgents.list': {
    ...common,
    method: 'GET',
    repeatable: true,
    paging: 'page',
    query: z.strictObject({
      ...pageQuery,
      limit: z.int().min(1).optional(),
      search: z.string().optional(),
    }),
    answer: z.preprocess(agentsAsData, listOf(agent)),
  },
  'aiAgents.create': {
    ...common,
    method: 'POST',
    // The service chooses the uid, so a repeated request creates a second agent.
    repeatable: false,
    body: z.strictObject({ name: z.string().min(1), ...fields }),
    answer: z.looseObject({ agent }),
  },
  'aiAgents.update': {
    ...common,
    method: 'PATCH',
    path: '/ai-agents/agent-builder/agents/{uid}',
    repeatable: true,
    body: z.strictObject({ name: z.string().min(1).optional(), ...fields }),
    answer: z.looseObject({ success: boolean }),
  },
} as const satisfies Record<string, Operation>;

function agentsAsData(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || 'data' in body || !('agents' in body))
    return body;
  return { ...body, data: body.agents };
}
