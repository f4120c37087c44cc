import { z } from 'zod';
import { deletedUsers, directMessages, systemMessages } from '../../reading/common-options.ts';
import { servedAt } from '../../reading/served-at.ts';

/** The options for an export of Zulip. */
export const zulipOptions = z.strictObject({
  systemMessages: systemMessages(
    'Messages that the system bots of Zulip wrote, such as those about new channels.',
  ),
  directMessages: directMessages(
    'Conversations of two people, and with oneself. Group conversations are groups.',
  ),
  deletedUsers: deletedUsers('Users who were deactivated, and people without an account.'),
  mutedUsers: z
    .enum(['skip', 'block'])
    .default('skip')
    .describe(
      'Users whom a user has muted: without a counterpart, or as blocked, which also stops what they send.',
    ),
  filesUrl: servedAt
    .optional()
    .describe(
      'Address at which the folder `uploads` of the export is served. Without it, messages have only the names of their files.',
    ),
});

export type ZulipOptions = z.infer<typeof zulipOptions>;
