import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for a dump of Rocket.Chat. */
export const rocketchatOptions = z.strictObject({
  /** Messages that Rocket.Chat wrote itself, such as those about joining. */
  systemMessages: z.enum(['skip', 'text']).default('skip'),
  /** Conversations of two people, and with oneself. Group conversations are groups. */
  directMessages: z.enum(['keep', 'skip']).default('keep'),
  /** Users who were deactivated. */
  deletedUsers: z.enum(['deactivate', 'keep']).default('deactivate'),
  /** Replies in threads: with the id of the first message in their metadata, or like other messages. */
  threads: z.enum(['metadata', 'flat']).default('metadata'),
  /** Address before `/file-upload/…` at which files are served without a login. Without it, messages have only their names. */
  filesUrl: servedAt.optional(),
});

export type RocketchatOptions = z.infer<typeof rocketchatOptions>;
