import { z } from 'zod';
import { deletedUsers, directMessages, threads } from '../../reading/common-options.ts';
import { servedAt } from '../../reading/served-at.ts';

/** The options for events of Matrix. */
export const matrixOptions = z.strictObject({
  directMessages: directMessages('Conversations of two people.'),
  pairs: z
    .enum(['marked', 'unnamed'])
    .default('marked')
    .describe(
      'Which rooms are conversations of two people: those marked so, or also those of two without a name.',
    ),
  deletedUsers: deletedUsers('Accounts that were deactivated.'),
  threads: threads(
    'Replies in threads: with the id of the first message in their metadata, or like other messages.',
  ),
  homeserver: servedAt
    .optional()
    .describe(
      'Address of the homeserver from which media are copied, those of other servers too. Without it, each server is asked for its own.',
    ),
  mediaUrl: servedAt
    .optional()
    .describe(
      'Address before `/SERVER/ID` at which media are served without a login. Without it, messages have only the names of their files.',
    ),
});

export type MatrixOptions = z.infer<typeof matrixOptions>;
