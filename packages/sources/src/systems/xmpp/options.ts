import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for an export of an XMPP server. */
export const xmppOptions = z.strictObject({
  /** Conversations of two people. */
  directMessages: z.enum(['keep', 'skip']).default('keep'),
  /** Contacts who see each other's presence: friends, or nothing. */
  contacts: z.enum(['friends', 'skip']).default('friends'),
  /** The type of the groups that rooms become whose settings are not in the export. */
  rooms: z.enum(['private', 'public']).default('private'),
  /** Address before the paths of uploaded files at which copies of them are served. */
  filesUrl: servedAt.optional(),
});

export type XmppOptions = z.infer<typeof xmppOptions>;
