import type { ItemOf } from '@chatferry/client';
import { memberKey, messageKey, type JobToUndo, ownKeys } from './own-keys.ts';
import type { KeySet } from './key-set.ts';

/** The keys of the records that a job created, or may have created. */
export interface KeySets {
  readonly members: KeySet;
  readonly bans: KeySet;
  readonly messages: KeySet;
  readonly replies: KeySet;
  readonly friends: KeySet;
  readonly blocks: KeySet;
  readonly deactivations: KeySet;
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

export async function readKeys(search: JobToUndo): Promise<KeySets> {
  return {
    members: await ownKeys(search, 'members', ({ record, is }) => {
      const { guid, uid, isBanned, joinedAt } = record() as unknown as PlannedMember;
      if (isBanned === true) return undefined;
      return memberKey(guid, uid, is === 'unsure' ? joinedAt : undefined);
    }),
    bans: await ownKeys(search, 'members', ({ record }) => {
      const { guid, uid, isBanned } = record() as unknown as PlannedMember;
      return isBanned === true ? memberKey(guid, uid) : undefined;
    }),
    messages: await ownKeys(search, 'messages', ({ record }) => messageKey(record())),
    replies: await ownKeys(search, 'replies', ({ record }) => messageKey(record())),
    friends: await ownKeys(search, 'friends', idOf),
    blocks: await ownKeys(search, 'blocks', idOf),
    deactivations: await ownKeys(search, 'deactivations', idOf),
  };
}

export interface PlannedMember {
  readonly guid: string;
  readonly uid: string;
  readonly isBanned?: boolean;
  readonly joinedAt?: number;
}

export function kindOfMessage(
  message: ItemOf<'messages.list'>,
  sets: Pick<KeySets, 'messages' | 'replies'>,
): 'messages' | 'replies' | undefined {
  if (message.muid === undefined) return undefined;
  const key = messageKey(message);
  if (sets.messages.has(key)) return 'messages';
  return sets.replies.has(key) ? 'replies' : undefined;
}
