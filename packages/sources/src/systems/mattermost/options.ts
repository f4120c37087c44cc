import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for an export of Mattermost. */
export const mattermostOptions = z.strictObject({
  /** Posts that Mattermost wrote, such as those about people who join a channel. */
  systemMessages: z.enum(['skip', 'text']).default('skip'),
  /** Conversations of two people, and with oneself. */
  directMessages: z.enum(['keep', 'skip']).default('keep'),
  /** Users who were deactivated. */
  deletedUsers: z.enum(['deactivate', 'keep']).default('deactivate'),
  /** Replies: with the muid of the first post in `data.metadata.parentMuid`, or without. */
  threads: z.enum(['metadata', 'flat']).default('metadata'),
  /** Address at which the folder `data` of the export is served. Without it, posts have only the names of their files. */
  filesUrl: servedAt.optional(),
});

export type MattermostOptions = z.infer<typeof mattermostOptions>;
