import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for lists of the service itself. */
export const serviceOptions = z.strictObject({
  directMessages: z.enum(['keep', 'skip']).default('keep').describe('Conversations of two people.'),
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
    .describe('Address before the paths of files at which copies of them are served.'),
});

export type ServiceOptions = z.infer<typeof serviceOptions>;
