import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for lists of the service itself. */
export const serviceOptions = z.strictObject({
  /** Conversations of two people. */
  directMessages: z.enum(['keep', 'skip']).default('keep'),
  /** Users who were deactivated. */
  deletedUsers: z.enum(['deactivate', 'keep']).default('deactivate'),
  /** Replies: with the id of the first message in `data.metadata.parentMuid`, or without. */
  threads: z.enum(['metadata', 'flat']).default('metadata'),
  /** Address before the paths of files at which copies of them are served. */
  filesUrl: servedAt.optional(),
});

export type ServiceOptions = z.infer<typeof serviceOptions>;
