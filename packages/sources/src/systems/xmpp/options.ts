import { z } from 'zod';
import { directMessages } from '../../reading/common-options.ts';
import { servedAt } from '../../reading/served-at.ts';

/** The options for an export of an XMPP server. */
export const xmppOptions = z.strictObject({
  directMessages: directMessages('Conversations of two people.'),
  contacts: z
    .enum(['friends', 'skip'])
    .default('friends')
    .describe("Contacts who see each other's presence: friends, or nothing."),
  rooms: z
    .enum(['private', 'public'])
    .default('private')
    .describe('The type of the groups that rooms become whose settings are not in the export.'),
  filesUrl: servedAt
    .optional()
    .describe('Address before the paths of uploaded files at which copies of them are served.'),
});

export type XmppOptions = z.infer<typeof xmppOptions>;
