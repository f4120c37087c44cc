import { z } from 'zod';
import { directMessages } from '../../reading/common-options.ts';
import { servedAt } from '../../reading/served-at.ts';

/** A path of keys, as in `content.text`. */
const keyPath = z.string().regex(/^[^.\s]+(?:\.[^.\s]+)*$/);

/** The options for messages of PubNub. */
export const pubnubOptions = z.strictObject({
  text: keyPath
    .optional()
    .describe(
      'Where an app keeps the text in its messages. Default: the message itself, or its field `text`, `content`, `body` or `message`.',
    ),
  direct: z
    .string()
    .refine((pattern) => isPattern(pattern), 'must be a regular expression')
    .optional()
    .describe(
      'The names of channels of two people, as a regular expression; two groups in it are the ids of the people.',
    ),
  directMessages: directMessages('Conversations of two people.'),
  channels: z
    .enum(['private', 'public'])
    .default('private')
    .describe('The type of the groups that channels become whose type is not known.'),
  threads: z
    .enum(['metadata', 'groups'])
    .default('metadata')
    .describe(
      'Threads of the Chat SDK: in the group of their channel with the id of the first message in their metadata, or groups of their own.',
    ),
  filesUrl: servedAt
    .optional()
    .describe(
      'Address before `/CHANNEL/ID/NAME` at which files are served. Without it, messages have the names of files whose addresses need a key.',
    ),
});

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

export type PubnubOptions = z.infer<typeof pubnubOptions>;
