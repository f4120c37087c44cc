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
    what: 'Contact details and logs (`GET /notifications/v1/contact-details`, `GET /notifications/v1/logs`)',
    reason: 'Their paths are documented; their parameters and answers have not been read.',
  },
  {
    area: 'Notifications',
    what: 'Push tokens, muting, e-mail and SMS providers',
    reason: 'They are named as parts of the area; paths and bodies have not been found.',
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
    what: 'Uploading files',
    reason: 'The size limit is documented, the form of the upload is not.',
  },
];
