import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for an export of Sendbird. */
export const sendbirdOptions = z.strictObject({
  /** Messages that no user sent: admin messages and broadcasts. */
  systemMessages: z.enum(['skip', 'text']).default('text'),
  /** Distinct channels of two people. */
  directMessages: z.enum(['keep', 'skip']).default('keep'),
  /** Users who were deactivated. */
  deletedUsers: z.enum(['deactivate', 'keep']).default('deactivate'),
  /** Replies: with the id of the first message in `data.metadata.parentMuid`, or without. */
  threads: z.enum(['metadata', 'flat']).default('metadata'),
  /** Address before the paths of files at which copies of them are served. Without it, messages have the names of files that need a key. */
  filesUrl: servedAt.optional(),
});

export type SendbirdOptions = z.infer<typeof sendbirdOptions>;
