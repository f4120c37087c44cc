import { zoneName } from '@chatferry/parsers';
import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** The options for chats that WhatsApp exported. */
export const whatsappOptions = z.strictObject({
  zone: zoneName
    .optional()
    .describe(
      'Required: the zone of the phone that exported. The texts have only what its clock showed.',
    ),
  me: z
    .string()
    .min(1)
    .optional()
    .describe('The name of the person who exported, as it is before their own messages.'),
  dateOrder: z
    .enum(['day-first', 'month-first'])
    .optional()
    .describe('What is first in dates such as 3/4/24, for files that do not show it.'),
  phoneNumbers: z
    .enum(['hash', 'keep'])
    .default('hash')
    .describe(
      'Telephone numbers of people without a name: a hash and the last digits, or as they are.',
    ),
  systemMessages: z
    .enum(['skip', 'text'])
    .default('skip')
    .describe('Lines that WhatsApp wrote itself, such as those about joining.'),
  directMessages: z.enum(['keep', 'skip']).default('keep').describe('Conversations of two people.'),
  deletedTexts: z
    .array(z.string().min(1))
    .optional()
    .describe(
      'What WhatsApp writes for a deleted message, in a language that is not known; an empty list where no repeated text is that.',
    ),
  filesUrl: servedAt
    .optional()
    .describe(
      'Address at which the folder of the export is served. Without it, messages have only the names of their files.',
    ),
});

export type WhatsappOptions = z.infer<typeof whatsappOptions>;
