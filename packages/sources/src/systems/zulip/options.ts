import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for an export of Zulip. */
export const zulipOptions = z.strictObject({
  /** Messages that the system bots of Zulip wrote, such as those about new channels. */
  systemMessages: z.enum(['skip', 'text']).default('skip'),
  /** Conversations of two people, and with oneself. Group conversations are groups. */
  directMessages: z.enum(['keep', 'skip']).default('keep'),
  /** Users who were deactivated, and people without an account. */
  deletedUsers: z.enum(['deactivate', 'keep']).default('deactivate'),
  /** Users whom a user has muted: without a counterpart, or as blocked, which also stops what they send. */
  mutedUsers: z.enum(['skip', 'block']).default('skip'),
  /** Address at which the folder `uploads` of the export is served. Without it, messages have only the names of their files. */
  filesUrl: servedAt.optional(),
});

export type ZulipOptions = z.infer<typeof zulipOptions>;
