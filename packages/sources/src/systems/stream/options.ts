import { z } from 'zod';
import {
  deletedUsers,
  directMessages,
  systemMessages,
  threads,
} from '../../reading/common-options.ts';
import { servedAt } from '../../reading/served-at.ts';

/** The options for an export of Stream. */
export const streamOptions = z.strictObject({
  systemMessages: systemMessages('Messages of the type `system`.'),
  directMessages: directMessages('Conversations of two people that have no id of their own.'),
  deletedUsers: deletedUsers('Users who were deactivated or deleted.'),
  threads: threads(
    'Replies: with the id of the first message in `data.metadata.parentMuid`, or without.',
  ),
  filesUrl: servedAt
    .optional()
    .describe(
      'Address before the paths of files at which copies of them are served. Without it, messages have the names of files whose addresses are signed.',
    ),
});

export type StreamOptions = z.infer<typeof streamOptions>;
