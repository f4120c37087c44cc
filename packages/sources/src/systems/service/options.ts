import { z } from 'zod';
import { deletedUsers, directMessages, threads } from '../../reading/common-options.ts';
import { servedAt } from '../../reading/served-at.ts';

/** The options for lists of the service itself. */
export const serviceOptions = z.strictObject({
  directMessages: directMessages('Conversations of two people.'),
  deletedUsers: deletedUsers('Users who were deactivated.'),
  threads: threads(
    'Replies: with the id of the first message in `data.metadata.parentMuid`, or without.',
  ),
  filesUrl: servedAt
    .optional()
    .describe('Address before the paths of files at which copies of them are served.'),
});

export type ServiceOptions = z.infer<typeof serviceOptions>;
