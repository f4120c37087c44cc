import { z } from 'zod';
import {
  deletedUsers,
  directMessages,
  systemMessages,
  threads,
} from '../../reading/common-options.ts';
import { servedAt } from '../../reading/served-at.ts';

/** The options for an export of Mattermost. */
export const mattermostOptions = z.strictObject({
  systemMessages: systemMessages(
    'Posts that Mattermost wrote, such as those about people who join a channel.',
  ),
  directMessages: directMessages('Conversations of two people, and with oneself.'),
  deletedUsers: deletedUsers('Users who were deactivated.'),
  threads: threads(
    'Replies: with the muid of the first post in `data.metadata.parentMuid`, or without.',
  ),
  filesUrl: servedAt
    .optional()
    .describe(
      'Address at which the folder `data` of the export is served. Without it, posts have only the names of their files.',
    ),
});

export type MattermostOptions = z.infer<typeof mattermostOptions>;
