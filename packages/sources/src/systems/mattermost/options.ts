import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for an export of Mattermost. */
export const mattermostOptions = z.strictObject({
  systemMessages: z
    .enum(['skip', 'text'])
    .default('skip')
    .describe('Posts that Mattermost wrote, such as those about people who join a channel.'),
  directMessages: z
    .enum(['keep', 'skip'])
    .default('keep')
    .describe('Conversations of two people, and with oneself.'),
  deletedUsers: z
    .enum(['deactivate', 'keep'])
    .default('deactivate')
    .describe('Users who were deactivated.'),
  threads: z
    .enum(['metadata', 'flat'])
    .default('metadata')
    .describe(
      'Replies: with the muid of the first post in `data.metadata.parentMuid`, or without.',
    ),
  filesUrl: servedAt
    .optional()
    .describe(
      'Address at which the folder `data` of the export is served. Without it, posts have only the names of their files.',
    ),
});

export type MattermostOptions = z.infer<typeof mattermostOptions>;
