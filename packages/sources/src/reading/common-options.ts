import { z } from 'zod';

// Options that exports of several systems have. Each system describes their meaning in its own words.

type Choice<Word extends string> = z.ZodDefault<z.ZodEnum<{ [Each in Word]: Each }>>;

/** Messages that no user wrote. */
export function systemMessages(
  meaning: string,
  otherwise: 'skip' | 'text' = 'skip',
): Choice<'skip' | 'text'> {
  return z.enum(['skip', 'text']).default(otherwise).describe(meaning);
}

export function directMessages(meaning: string): Choice<'keep' | 'skip'> {
  return z.enum(['keep', 'skip']).default('keep').describe(meaning);
}

export function deletedUsers(meaning: string): Choice<'deactivate' | 'keep'> {
  return z.enum(['deactivate', 'keep']).default('deactivate').describe(meaning);
}

/** Whether replies name the message that they reply to. */
export function threads(meaning: string): Choice<'metadata' | 'flat'> {
  return z.enum(['metadata', 'flat']).default('metadata').describe(meaning);
}
