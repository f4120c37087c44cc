import { type UserRow, userEntity } from '../../entities/user.ts';
import { blockedAt } from '../../storage/blocks.ts';
import { partiesOf } from '../../storage/conversations.ts';
import type { Store } from '../../storage/store.ts';

/** A user, with the relation to another user who requests it. */
export function userSeenBy(
  store: Store,
  user: UserRow,
  actor: string | undefined,
): Record<string, unknown> {
  if (actor === undefined || actor === user.uid) return userEntity(user);
  const byMe = blockedAt(store, actor, user.uid);
  const byThem = blockedAt(store, user.uid, actor);
  return userEntity(user, {
    blocks: {
      blockedByMe: byMe === undefined ? undefined : true,
      blockedByMeAt: byMe,
      blockedAt: byMe,
      hasBlockedMe: byThem === undefined ? undefined : true,
      hasBlockedMeAt: byThem,
    },
    conversationId: partiesOf(actor, 'user', user.uid).conversationId,
  });
}
