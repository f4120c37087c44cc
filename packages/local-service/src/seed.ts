import { z } from 'zod';
import { LocalServiceError } from './local-service-error.ts';

const records = z.array(z.record(z.string(), z.unknown())).optional();

/** Records as the import takes them, and what cannot be created over REST. */
const seed = z.strictObject({
  roles: records,
  users: records,
  groups: records,
  members: records,
  messages: records,
  /** Call records with their participants, as the calls API answers them. */
  calls: records,
  /** What the moderation lists answer; nothing gets there by itself. */
  blockedMessages: records,
  flaggedMessages: records,
  apiKeys: z
    .array(
      z.strictObject({
        apiKey: z.string().min(1),
        scope: z.enum(['fullAccess', 'authOnly']),
        name: z.string().optional(),
      }),
    )
    .optional(),
});

/** A starting state. */
export type Seed = z.infer<typeof seed>;

/**
 * A seed from parsed JSON; the records in it are looked at when they are planted.
 * @throws {LocalServiceError} `bad-seed`, naming the place
 */
export function readSeed(json: unknown): Seed {
  const { success, data, error } = seed.safeParse(json);
  if (success) return data;
  throw new LocalServiceError('bad-seed', `The seed does not fit.\n${z.prettifyError(error)}`);
}
