/** The resource areas, in the specification's order and words, and the management API behind them. */
export const areas = [
  'Users',
  'Auth Tokens',
  'Groups',
  'Group Members',
  'Messages',
  'Conversations',
  'Friends',
  'Blocked Users',
  'Banned Users',
  'Roles',
  'API Keys',
  'Calls',
  'RBAC',
  'Restrict Features',
  'Notifications',
  'Moderation',
  'AI Agents',
  'Data Import',
  'Metrics',
  'Management',
] as const;

export type Area = (typeof areas)[number];

export interface UndocumentedPart {
  readonly area: Area;
  readonly what: string;
  readonly reason: string;
}

/** What the service is said to offer and the operation table leaves out, because nothing says how to call it. */
export const undocumentedParts: readonly UndocumentedPart[] = [
  {
    area: 'AI Agents',
    what: 'Agents, tools, frontend actions, knowledge base, variables',
    reason: 'The area is named with its key header; no path is documented.',
  },
  {
    area: 'Moderation',
    what: 'Rules and keyword lists',
    reason: 'They are said to have operations under `/moderation`; the paths are not documented.',
  },
  {
    area: 'Conversations',
    what: 'Pinning, and the lists of what is pinned',
    reason: 'The limits are documented (5 per user, 5 per app); the paths are not.',
  },
  {
    area: 'RBAC',
    what: 'Removing one permission of a group scope',
    reason: 'The operation is named; the end of its path is not documented.',
  },
  {
    area: 'Calls',
    what: 'Creating and importing calls',
    reason: 'Calls come into being in the client SDKs; no operation for it exists.',
  },
];
