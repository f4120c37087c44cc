import { z } from 'zod';
import { systemMessages } from '../../reading/common-options.ts';
import { servedAt } from '../../reading/served-at.ts';

/** The options for resources of Twilio. */
export const twilioOptions = z.strictObject({
  systemMessages: systemMessages('Messages that no user sent.', 'text'),
  pairs: z
    .enum(['groups', 'direct', 'skip'])
    .default('groups')
    .describe(
      'Conversations of two people without a unique name: groups, messages from one to the other, or none.',
    ),
  conversations: z
    .enum(['private', 'public'])
    .default('private')
    .describe(
      'The type of the groups that conversations become, which have none in Twilio Conversations.',
    ),
  addresses: z
    .enum(['hide', 'keep'])
    .default('hide')
    .describe(
      'Telephone numbers and other addresses of people without an identity: a hash and the last digits, or as they are.',
    ),
  avatarAttribute: z
    .string()
    .min(1)
    .optional()
    .describe('The attribute of users that has the address of their picture.'),
  parentAttribute: z
    .string()
    .min(1)
    .optional()
    .describe('The attribute of messages that has the SID of the message that they reply to.'),
  reactionsAttribute: z
    .string()
    .min(1)
    .optional()
    .describe('The attribute of messages that has reactions: identities by the name of the emoji.'),
  mediaUrl: servedAt
    .optional()
    .describe(
      'Address before `/SID` at which media are served. Without it, messages have only the names of their files.',
    ),
});

export type TwilioOptions = z.infer<typeof twilioOptions>;
