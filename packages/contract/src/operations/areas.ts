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
    what: 'Tools, frontend actions, knowledge base and variables of agents',
    reason: 'They are named as parts of the area; paths and bodies are not documented well enough.',
  },
  {
    area: 'Notifications',
    what: 'Push tokens, muting, contact details, e-mail and SMS providers, logs',
    reason: 'They are named as parts of the area; bodies and answers are not documented.',
  },
  {
    area: 'Calls',
    what: 'Creating and importing calls, and where a recording stands in a call',
    reason: 'Calls come into being in the client SDKs; no operation for it exists.',
  },
  {
    area: 'Messages',
    what: 'Uploading files',
    reason: 'The size limit is documented, the form of the upload is not.',
  },
];
