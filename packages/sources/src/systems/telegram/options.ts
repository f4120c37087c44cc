import { zoneName } from '@chatferry/parsers';
import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for an export of Telegram Desktop. */
export const telegramOptions = z.strictObject({
  /** Messages that Telegram wrote itself, such as those about joining. */
  systemMessages: z.enum(['skip', 'text']).default('skip'),
  /** Conversations of two people, and with oneself. */
  directMessages: z.enum(['keep', 'skip']).default('keep'),
  /** Deleted accounts. */
  deletedUsers: z.enum(['deactivate', 'keep']).default('deactivate'),
  /** The id of the user who exported, where the export does not contain it, such as `user501`. */
  owner: z
    .string()
    .regex(/^user\d+$/, 'must be an id such as user501')
    .optional(),
  /** The zone of the machine that exported, for times of which the export has only what its clock showed. */
  zone: zoneName.optional(),
  /** Address at which the folder of the export is served. Without it, messages have only the names of their files. */
  filesUrl: servedAt.optional(),
});

export type TelegramOptions = z.infer<typeof telegramOptions>;
