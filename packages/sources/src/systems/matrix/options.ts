import { z } from 'zod';
import { servedAt } from '../../reading/served-at.ts';

/** What can be chosen for events of Matrix. */
export const matrixOptions = z.strictObject({
  /** Conversations of two people. */
  directMessages: z.enum(['keep', 'skip']).default('keep'),
  /** Which rooms are conversations of two people: those marked so, or also those of two without a name. */
  pairs: z.enum(['marked', 'unnamed']).default('marked'),
  /** Accounts that were deactivated. */
  deletedUsers: z.enum(['deactivate', 'keep']).default('deactivate'),
  /** Replies in threads: with the id of the first message in their metadata, or like other messages. */
  threads: z.enum(['metadata', 'flat']).default('metadata'),
  /** Address before `/SERVER/ID` at which media are served without a login. Without it, messages have only the names of their files. */
  mediaUrl: servedAt.optional(),
});

export type MatrixOptions = z.infer<typeof matrixOptions>;
