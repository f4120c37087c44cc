/** The resource areas as the specification orders and names them, then the management API. */
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

/** Parts of the service that the operation table does not contain, because their calls are not documented. */
export const undocumentedParts: readonly UndocumentedPart[] = [
  {
    area: 'AI Agents',
    what: 'Tools, frontend actions, knowledge base and variables of agents',
    reason: 'They are named as parts of the area; paths and bodies are not documented well enough.',
  },
  {
    area: 'Notifications',
    what: 'Logs (`GET /notifications/v1/logs`)',
    reason: 'The path is documented; parameters and answer have not been read.',
  },
  {
    area: 'Notifications',
    what: 'Custom providers of e-mails and text messages, and campaigns',
    reason: 'The paths of custom providers have not been found; campaigns move no chats.',
  },
  {
    area: 'Messages',
    what: 'The answer of lists with `count=true` and `unread=true` (messages for each user and group)',
    reason:
      'The parameter is documented, the answer is not; the local service answers the entity and its count.',
  },
  {
    area: 'Calls',
    what: 'Creating and importing calls, and the field of a recording in a call',
    reason: 'The client SDKs create calls; no operation does.',
  },
  {
    area: 'Messages',
    what: 'Uploading files, finding a message by its muid, and the threads of one user or group',
    reason: 'The client SDKs do it at their own host; whether a key may is not known.',
  },
];
