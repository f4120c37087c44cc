import { z } from 'zod';
import { deletedUsers, directMessages, systemMessages } from '../../reading/common-options.ts';
import { servedAt } from '../../reading/served-at.ts';

/** The options for an export of Discord. */
export const discordOptions = z.strictObject({
  systemMessages: systemMessages(
    'Messages that Discord wrote itself, such as those about joining.',
  ),
  directMessages: directMessages('Conversations of two people. Group conversations are groups.'),
  peers: z
    .record(z.string(), z.string())
    .default({})
    .describe(
      'The other person of conversations in which only one person wrote: user ids by the ids of the channels.',
    ),
  deletedUsers: deletedUsers('Deleted accounts.'),
  channels: z
    .enum(['private', 'public'])
    .default('private')
    .describe(
      'The type of the groups that channels become. An export does not contain who may read a channel.',
    ),
  threads: z
    .enum(['metadata', 'groups'])
    .default('metadata')
    .describe(
      '* Threads: in the group of their channel, with the id of the first message in the metadata, or as groups of their own. Private threads are always groups of their own, because not all who read the channel may read them.',
    ),
  filesUrl: servedAt
    .optional()
    .describe(
      'Address at which the folder of the export is served. Without it, messages have only the names of their files.',
    ),
});

export type DiscordOptions = z.infer<typeof discordOptions>;
