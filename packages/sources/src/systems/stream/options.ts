import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for an export of Stream. */
export const streamOptions = z.strictObject({
  /** Messages of the type `system`. */
  systemMessages: z.enum(['skip', 'text']).default('skip'),
  /** Conversations of two people that have no id of their own. */
  directMessages: z.enum(['keep', 'skip']).default('keep'),
  /** Users who were deactivated or deleted. */
  deletedUsers: z.enum(['deactivate', 'keep']).default('deactivate'),
  /** Replies: with the id of the first message in `data.metadata.parentMuid`, or without. */
  threads: z.enum(['metadata', 'flat']).default('metadata'),
  /** Address before the paths of files at which copies of them are served. Without it, messages have the names of files whose addresses are signed. */
  filesUrl: servedAt.optional(),
});

export type StreamOptions = z.infer<typeof streamOptions>;
