import { zoneName } from '@chatferry/parsers';
import { z } from 'zod';
import { deletedUsers, directMessages, systemMessages } from '../../reading/common-options.ts';
import { servedAt } from '../../reading/served-at.ts';

/** The options for an export of Telegram Desktop. */
export const telegramOptions = z.strictObject({
  systemMessages: systemMessages(
    'Messages that Telegram wrote itself, such as those about joining.',
  ),
  directMessages: directMessages('Conversations of two people, and with oneself.'),
  deletedUsers: deletedUsers('Deleted accounts.'),
  owner: z
    .string()
    .regex(/^user\d+$/, 'must be an id such as user501')
    .optional()
    .describe(
      'The id of the user who exported, where the export does not contain it, such as `user501`.',
    ),
  zone: zoneName
    .optional()
    .describe(
      'The zone of the machine that exported, for times of which the export has only what its clock showed.',
    ),
  filesUrl: servedAt
    .optional()
    .describe(
      'Address at which the folder of the export is served. Without it, messages have only the names of their files.',
    ),
});

export type TelegramOptions = z.infer<typeof telegramOptions>;
