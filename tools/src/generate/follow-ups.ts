import { type BulkSize, messages } from './bulk-forum.ts';

const ROLES = 3;

export function* roles(): Generator<{ role: string; name: string; description: string }> {
  for (let index = 0; index < ROLES; index++)
    yield { role: `role${index}`, name: `Role ${index}`, description: 'From the old forum' };
}

/** For every tenth message, two reactions of the sender, and one reaction of the receiver if the receiver is a user. */
export function* reactions(
  size: BulkSize,
): Generator<{ muid: string; uid: string; reaction: string }> {
  let index = 0;
  for (const { muid, sender, receiver, receiverType } of messages(size)) {
    if (index++ % 10 !== 0) continue;
    yield { muid, uid: sender, reaction: '👍' };
    yield { muid, uid: sender, reaction: ':on/my way:' };
    if (receiverType === 'user' && receiver !== sender)
      yield { muid, uid: receiver, reaction: '👍' };
  }
}

/** Two friendships for each user: one with the lower user first, and one with the higher user first. */
export function* friends({ users: count }: BulkSize): Generator<{ uid: string; friend: string }> {
  for (let index = 0; index + 2 < count; index++) {
    yield { uid: `u${index}`, friend: `u${index + 1}` };
    yield { uid: `u${index + 2}`, friend: `u${index}` };
  }
}

/** Every fifth user has blocked another user. */
export function* blocks({ users: count }: BulkSize): Generator<{ uid: string; blocked: string }> {
  for (let index = 0; index + 3 < count; index += 5)
    yield { uid: `u${index}`, blocked: `u${index + 3}` };
}
