import { z } from 'zod';
import {
  deletedUsers,
  directMessages,
  systemMessages,
  threads,
} from '../../reading/common-options.ts';
import { servedAt } from '../../reading/served-at.ts';

/** The options for an export of Sendbird. */
export const sendbirdOptions = z.strictObject({
  systemMessages: systemMessages(
    'Messages that no user sent: admin messages and broadcasts.',
    'text',
  ),
  directMessages: directMessages('Distinct channels of two people.'),
  deletedUsers: deletedUsers('Users who were deactivated.'),
  threads: threads(
    'Replies: with the id of the first message in `data.metadata.parentMuid`, or without.',
  ),
  filesUrl: servedAt
    .optional()
    .describe(
      'Address before the paths of files at which copies of them are served. Without it, messages have the names of files that need a key.',
    ),
});

export type SendbirdOptions = z.infer<typeof sendbirdOptions>;
