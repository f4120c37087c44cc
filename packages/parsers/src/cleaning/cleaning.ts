import { z } from 'zod';

/**
 * What to do about rows that would otherwise be rejected. Part of `chatferry.yaml`. Nothing is cleaned unless asked
 * for, and each row that is touched is told of: as a warning when it is sent, as a reject when it is left out.
 */
export const cleaning = z.strictObject({
  /** Messages older than the retention of the app. */
  tooOld: z.literal('leave-out').optional(),
  /** Text messages without text. */
  blankText: z.literal('leave-out').optional(),
  /** Names over 100 characters, which are cut, and texts that make a message too large, which can also be split. */
  tooLong: z.enum(['cut', 'split']).optional(),
  /** Halves of characters and U+FFFD: `replace` puts U+FFFD for a half, `remove` takes out both. */
  brokenText: z.enum(['replace', 'remove']).optional(),
  /** Message ids that look like list positions (`17`): put in front of them, such as `m-`. */
  numericMuidPrefix: z.string().min(1).optional(),
});

export type Cleaning = z.infer<typeof cleaning>;
