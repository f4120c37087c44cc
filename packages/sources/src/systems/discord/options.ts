import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for an export of Discord. */
export const discordOptions = z.strictObject({
  /** Messages that Discord wrote itself, such as those about joining. */
  systemMessages: z.enum(['skip', 'text']).default('skip'),
  /** Conversations of two people. Group conversations are groups. */
  directMessages: z.enum(['keep', 'skip']).default('keep'),
  /** The other person of conversations in which only one person wrote: user ids by the ids of the channels. */
  peers: z.record(z.string(), z.string()).default({}),
  /** Deleted accounts. */
  deletedUsers: z.enum(['deactivate', 'keep']).default('deactivate'),
  /** The type of the groups that channels become. An export does not contain who may read a channel. */
  channels: z.enum(['private', 'public']).default('private'),
  /**
   * Threads: in the group of their channel, with the id of the first message in the metadata, or as groups of their own.
   * Private threads are always groups of their own, because not all who read the channel may read them.
   */
  threads: z.enum(['metadata', 'groups']).default('metadata'),
  /** Address at which the folder of the export is served. Without it, messages have only the names of their files. */
  filesUrl: servedAt.optional(),
});

export type DiscordOptions = z.infer<typeof discordOptions>;
