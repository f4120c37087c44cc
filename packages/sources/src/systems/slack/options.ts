import { z } from 'zod';

/** What can be chosen for an export of Slack. */
export const slackOptions = z.strictObject({
  systemMessages: z
    .enum(['skip', 'text'])
    .default('skip')
    .describe('Messages that Slack wrote, such as those about people who join a channel.'),
  bots: z.enum(['keep', 'skip']).default('keep').describe('Messages of bots.'),
  directMessages: z
    .enum(['keep', 'skip'])
    .default('keep')
    .describe('Conversations of two people, and with oneself. Group conversations are groups.'),
  deletedUsers: z
    .enum(['deactivate', 'keep'])
    .default('deactivate')
    .describe('Users who were deactivated in Slack.'),
  threads: z
    .enum(['metadata', 'flat'])
    .default('metadata')
    .describe(
      'Replies in threads: with the muid of the first message in `data.metadata.parentMuid`, or without.',
    ),
});

export type SlackOptions = z.infer<typeof slackOptions>;
