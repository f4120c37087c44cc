import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for an export of Stream. */
export const streamOptions = z.strictObject({
  systemMessages: z
    .enum(['skip', 'text'])
    .default('skip')
    .describe('Messages of the type `system`.'),
  directMessages: z
    .enum(['keep', 'skip'])
    .default('keep')
    .describe('Conversations of two people that have no id of their own.'),
  deletedUsers: z
    .enum(['deactivate', 'keep'])
    .default('deactivate')
    .describe('Users who were deactivated or deleted.'),
  threads: z
    .enum(['metadata', 'flat'])
    .default('metadata')
    .describe(
      'Replies: with the id of the first message in `data.metadata.parentMuid`, or without.',
    ),
  filesUrl: servedAt
    .optional()
    .describe(
      'Address before the paths of files at which copies of them are served. Without it, messages have the names of files whose addresses are signed.',
    ),
});

export type StreamOptions = z.infer<typeof streamOptions>;
