import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for an export of Sendbird. */
export const sendbirdOptions = z.strictObject({
  systemMessages: z
    .enum(['skip', 'text'])
    .default('text')
    .describe('Messages that no user sent: admin messages and broadcasts.'),
  directMessages: z
    .enum(['keep', 'skip'])
    .default('keep')
    .describe('Distinct channels of two people.'),
  deletedUsers: z
    .enum(['deactivate', 'keep'])
    .default('deactivate')
    .describe('Users who were deactivated.'),
  threads: z
    .enum(['metadata', 'flat'])
    .default('metadata')
    .describe(
      'Replies: with the id of the first message in `data.metadata.parentMuid`, or without.',
    ),
  filesUrl: servedAt
    .optional()
    .describe(
      'Address before the paths of files at which copies of them are served. Without it, messages have the names of files that need a key.',
    ),
});

export type SendbirdOptions = z.infer<typeof sendbirdOptions>;
