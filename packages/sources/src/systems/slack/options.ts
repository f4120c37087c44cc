import { z } from 'zod';
import {
  deletedUsers,
  directMessages,
  systemMessages,
  threads,
} from '../../reading/common-options.ts';

/** The options for an export of Slack. */
export const slackOptions = z.strictObject({
  systemMessages: systemMessages(
    'Messages that Slack wrote, such as those about people who join a channel.',
  ),
  bots: z.enum(['keep', 'skip']).default('keep').describe('Messages of bots.'),
  directMessages: directMessages(
    'Conversations of two people, and with oneself. Group conversations are groups.',
  ),
  deletedUsers: deletedUsers('Users who were deactivated in Slack.'),
  threads: threads(
    'Replies in threads: with the muid of the first message in `data.metadata.parentMuid`, or without.',
  ),
});

export type SlackOptions = z.infer<typeof slackOptions>;
