import type { ItemOf } from '@chatferry/client';
import { comparableOf } from '@chatferry/contract';
import { isProved } from '../comparing/proof.ts';
import type { IsOwn } from './find-own.ts';
import type { KeySet } from './key-set.ts';
import { type JobToUndo, messageKey, type OwnRecord, ownKeys } from './own-keys.ts';

/** The keys of records that a job created, unless the field states otherwise. */
export interface KeySets {
  readonly members: KeySet;
  readonly bans: KeySet;
  readonly messages: KeySet;
  readonly replies: KeySet;
  readonly friends: KeySet;
  readonly blocks: KeySet;
  readonly deactivations: KeySet;
  /** All members that a request may have stored. */
  readonly sentMembers: KeySet;
  /** All deactivations that a request may have stored. */
  readonly sentDeactivations: KeySet;
}

/** @param isOwnMessage whether a message or reply is the job's */
export async function readKeys(search: JobToUndo, isOwnMessage: IsOwn): Promise<KeySets> {
  const isSentByChat = search.ledger.sentByChat.has('members');
  const ownMessage = (record: OwnRecord): string | undefined =>
    isOwnMessage(record) ? messageKey(record.record()) : undefined;
  return {
    members: await ownKeys(search, 'members', (record) => ownMemberKey(record, isSentByChat)),
    bans: await ownKeys(search, 'members', (record) => (isBan(record) ? ownId(record) : undefined)),
    messages: await ownKeys(search, 'messages', ownMessage),
    replies: await ownKeys(search, 'replies', ownMessage),
    friends: await ownKeys(search, 'friends', ownId),
    blocks: await ownKeys(search, 'blocks', ownId),
    deactivations: await ownKeys(search, 'deactivations', ownId),
    sentMembers: await ownKeys(search, 'members', ({ id }) => id),
    sentDeactivations: await ownKeys(search, 'deactivations', ({ id }) => id),
  };
}

/** The id of a record that an answer reports, or that is proved. */
export function ownId({ id, is }: OwnRecord): string | undefined {
  return is === 'own' || is === 'answered' ? id : undefined;
}

/** @param joinedAt set when the membership is the job's only with this time: a user who has left and joined again has another time */
export function memberKey(id: string, joinedAt: number | undefined): string {
  return joinedAt === undefined ? id : `${id} ${joinedAt}`;
}

function ownMemberKey(record: OwnRecord, isSentByChat: boolean): string | undefined {
  if (isBan(record)) return undefined;
  const { id, is, begunAt } = record;
  const planned = comparableOf('members', record.record(), { isSentByChat });
  const isOwn = is === 'own' || (is === 'provable' && isProved('members', planned, begunAt));
  return isOwn ? memberKey(id, planned.get('joinedAt') as number | undefined) : undefined;
}

function isBan({ record }: OwnRecord): boolean {
  return record()['isBanned'] === true;
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
