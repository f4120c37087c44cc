import { z } from 'zod';

/**
 * What to do about rows that would otherwise be rejected. Part of `chatferry.yaml`. Only `badOptional` has a default;
 * nothing else is cleaned unless asked for, and each row that is touched is told of: as a warning when it is sent, as a reject when it is left out.
 */
export const cleaning = z.strictObject({
  /** Bad values of fields that a record can do without. Default: `drop`, which leaves the field out. */
  badOptional: z.enum(['drop', 'reject']).optional(),
  /** Of more than ten mentioned users, the later ones are written as `@name`. */
  mentions: z.literal('plain').optional(),
  /** Messages older than the retention of the app. */
  tooOld: z.literal('leave-out').optional(),
  /** Text messages without text. */
  blankText: z.literal('leave-out').optional(),
  /** Names over 100 characters, which are cut, and texts that make a message too large, which can also be split. */
  tooLong: z.enum(['cut', 'split']).optional(),
  /** Halves of characters and U+FFFD: `replace` puts U+FFFD for a half, `remove` takes out both. */
  brokenText: z.enum(['replace', 'remove']).optional(),
});

export type Cleaning = z.infer<typeof cleaning>;
