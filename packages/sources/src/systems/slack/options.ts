import { z } from 'zod';

/** What can be chosen for an export of Slack. */
export const slackOptions = z.strictObject({
  /** Messages that Slack wrote, such as those about people who join a channel. */
  systemMessages: z.enum(['skip', 'text']).default('skip'),
  /** Messages of bots. */
  bots: z.enum(['keep', 'skip']).default('keep'),
  /** Conversations of two people, and with oneself. Group conversations are groups. */
  directMessages: z.enum(['keep', 'skip']).default('keep'),
  /** Users who were deactivated in Slack. */
  deletedUsers: z.enum(['deactivate', 'keep']).default('deactivate'),
  /** Replies in threads: with the muid of the first message in `data.metadata.parentMuid`, or without. */
  threads: z.enum(['metadata', 'flat']).default('metadata'),
});

export type SlackOptions = z.infer<typeof slackOptions>;
