import { z } from 'zod';
import { LocalServiceError } from '../terms/local-service-error.ts';

const records = z.array(z.record(z.string(), z.unknown())).optional();

/** Records in the form of the import, and objects that no operation can create. */
const seed = z.strictObject({
  roles: records,
  users: records,
  /** Users who may send as bots. No operation creates bots. */
  bots: records,
  groups: records,
  members: records,
  messages: records,
  bans: z.array(z.strictObject({ guid: z.string(), uid: z.string() })).optional(),
  /** Each pair: the user `uid` has blocked the user `blockedUid`. */
  blocks: z.array(z.strictObject({ uid: z.string(), blockedUid: z.string() })).optional(),
  /** Call records with their participants, as the calls API returns them. */
  calls: records,
  /** The entries of the moderation lists. The service itself adds none. */
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

/** An initial state. */
export type Seed = z.infer<typeof seed>;

/**
 * A seed from parsed JSON; its records are checked when they are stored.
 * @throws {LocalServiceError} `bad-seed`, with the position
 */
export function readSeed(json: unknown): Seed {
  const { success, data, error } = seed.safeParse(json);
  if (success) return data;
  throw new LocalServiceError('bad-seed', [
    'The seed does not fit.',
    ...z.prettifyError(error).split('\n'),
  ]);
}
