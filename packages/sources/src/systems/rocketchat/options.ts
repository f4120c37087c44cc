import { z } from 'zod';
import {
  deletedUsers,
  directMessages,
  systemMessages,
  threads,
} from '../../reading/common-options.ts';
import { servedAt } from '../../reading/served-at.ts';

/** The options for a dump of Rocket.Chat. */
export const rocketchatOptions = z.strictObject({
  systemMessages: systemMessages(
    'Messages that Rocket.Chat wrote itself, such as those about joining.',
  ),
  directMessages: directMessages(
    'Conversations of two people, and with oneself. Group conversations are groups.',
  ),
  deletedUsers: deletedUsers('Users who were deactivated.'),
  threads: threads(
    'Replies in threads: with the id of the first message in their metadata, or like other messages.',
  ),
  filesUrl: servedAt
    .optional()
    .describe(
      'Address before `/file-upload/…` at which files are served without a login. Without it, messages have only their names.',
    ),
  server: servedAt
    .optional()
    .describe(
      'Address of the server, from which `media copy` takes files that the dump does not have. It asks for a login.',
    ),
});

export type RocketchatOptions = z.infer<typeof rocketchatOptions>;
