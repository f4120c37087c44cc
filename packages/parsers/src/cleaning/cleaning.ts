import { z } from 'zod';

/**
 * What to do about rows that would otherwise be rejected. Part of `chatferry.yaml`. Only `badOptional` has a default;
 * every other repair must be configured. Each changed row gets a warning; each excluded row is listed as a reject.
 */
export const cleaning = z.strictObject({
  /** Bad values of optional fields. Default: `drop`, which removes the field. */
  badOptional: z.enum(['drop', 'reject']).optional(),
  /** If more than ten users are mentioned, the later mentions are written as `@name`. */
  mentions: z.literal('plain').optional(),
  /** Messages older than the retention of the app. */
  tooOld: z.literal('leave-out').optional(),
  /** Text messages without text. */
  blankText: z.literal('leave-out').optional(),
  /** Names over 100 characters are cut; texts that make a message too large are cut or split. */
  tooLong: z.enum(['cut', 'split']).optional(),
  /** Unpaired surrogates and U+FFFD: `replace` writes U+FFFD for a surrogate, `remove` removes both. */
  brokenText: z.enum(['replace', 'remove']).optional(),
});

export type Cleaning = z.infer<typeof cleaning>;
