import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for resources of Twilio. */
export const twilioOptions = z.strictObject({
  /** Messages that no user sent. */
  systemMessages: z.enum(['skip', 'text']).default('text'),
  /** Conversations of two people without a unique name: groups, messages from one to the other, or none. */
  pairs: z.enum(['groups', 'direct', 'skip']).default('groups'),
  /** The type of the groups that conversations become, which have none in Twilio Conversations. */
  conversations: z.enum(['private', 'public']).default('private'),
  /** Telephone numbers and other addresses of people without an identity: a hash and the last digits, or as they are. */
  addresses: z.enum(['hide', 'keep']).default('hide'),
  /** The attribute of users that has the address of their picture. */
  avatarAttribute: z.string().min(1).optional(),
  /** The attribute of messages that has the SID of the message that they reply to. */
  parentAttribute: z.string().min(1).optional(),
  /** The attribute of messages that has reactions: identities by the name of the emoji. */
  reactionsAttribute: z.string().min(1).optional(),
  /** Address before `/SID` at which media are served. Without it, messages have only the names of their files. */
  mediaUrl: servedAt.optional(),
});

export type TwilioOptions = z.infer<typeof twilioOptions>;
