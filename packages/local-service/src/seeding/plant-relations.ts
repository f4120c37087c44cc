import { LocalServiceError } from '../terms/local-service-error.ts';
import type { Seed } from '../options/seed.ts';
import { ServiceProblem } from '../terms/service-problem.ts';
import { blockUser } from '../storage/blocks.ts';
import { existingGroup } from '../storage/groups.ts';
import { banMember, isBanned } from '../storage/members.ts';
import type { Store } from '../storage/store.ts';
import { activeUser } from '../storage/users.ts';

/**
 * Stores the bans and blocks of a seed. Existing bans and blocks are left unchanged.
 * @throws {LocalServiceError} `bad-seed` for a group or user that does not exist
 */
export function plantRelations(store: Store, { bans = [], blocks = [] }: Seed): void {
  try {
    for (const ban of bans) {
      const { guid } = existingGroup(store, ban.guid);
      const { uid } = activeUser(store, ban.uid);
      if (!isBanned(store, guid, uid)) banMember(store, guid, uid, store.seconds());
    }
    for (const { uid, blockedUid } of blocks)
      blockUser(store, activeUser(store, uid).uid, activeUser(store, blockedUid).uid);
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    throw new LocalServiceError(
      'bad-seed',
      `A ban or block of the seed cannot be stored: ${error.message}`,
    );
  }
}
