import { type Json, limits } from '@chatferry/contract';
import { readContent } from '../../entities/message-content.ts';
import type { MessageRow } from '../../messages/message-entity.ts';
import { isJsonObject } from '../../entities/present.ts';
import type { Quotas } from '../../quotas/quotas.ts';
import { badField, ServiceProblem } from '../../terms/service-problem.ts';
import { checkNotBlocked } from '../../storage/blocks.ts';
import { existingGroup } from '../../storage/groups.ts';
import { bannedMember, findMembership, isBanned } from '../../storage/members.ts';
import { insertMessage } from '../../messages/messages.ts';
import type { Store } from '../../storage/store.ts';
import { activeUser, SYSTEM_USER } from '../../storage/users.ts';

export interface Receiver {
  readonly type: 'user' | 'group';
  readonly id: string;
}

/** The receiver of a message to be sent. @throws {ServiceProblem} with the code for the problem */
export function receiverOf(body: Json): Receiver {
  const { receiverType: type, receiver } = body;
  if (type !== 'user' && type !== 'group')
    throw new ServiceProblem('ERR_INVALID_RECEIVER_TYPE', 'receiverType must be user or group.');
  if (typeof receiver !== 'string' || receiver === '')
    throw new ServiceProblem('ERR_EMPTY_RECEIVER', 'receiver is required.');
  return { type, id: receiver.toLowerCase() };
}

/**
 * Sends a message now, if sender and receiver allow it.
 * @throws {ServiceProblem} for invalid content, bans, blocks and missing membership, and over the sender's budget
 */
export function send(
  { store, quotas }: { readonly store: Store; readonly quotas: Quotas },
  sender: string,
  receiver: Receiver,
  body: Json,
  parentId?: number,
): MessageRow {
  const content = readContent(body);
  const tags = tagsOf(body['tags']);
  const muid = body['muid'];
  checkMayReach(store, sender, receiver);
  if (sender !== SYSTEM_USER) quotas.spendSend(sender);
  return insertMessage(store, {
    ...content,
    sender,
    receiverType: receiver.type,
    receiver: receiver.id,
    muid: typeof muid === 'string' ? muid : undefined,
    tags,
    parentId,
  });
}

function checkMayReach(store: Store, sender: string, { type, id }: Receiver): void {
  if (type === 'user') {
    activeUser(store, id);
    checkNotBlocked(store, sender, id);
    return;
  }
  existingGroup(store, id);
  if (sender === SYSTEM_USER) return;
  if (isBanned(store, id, sender)) throw bannedMember(id, sender);
  if (findMembership(store, id, sender) === undefined)
    throw new ServiceProblem('ERR_GROUP_NOT_JOINED', `${sender} is not a member of ${id}.`);
}

/** The tags as JSON text. @throws {ServiceProblem} `ERR_BAD_REQUEST` */
export function tagsOf(tags: unknown): string {
  if (tags === undefined) return '[]';
  const areTags =
    Array.isArray(tags) &&
    tags.length <= limits.tags &&
    tags.every((tag) => typeof tag === 'string' && tag.length <= limits.tagLength);
  if (!areTags)
    throw badField(
      'tags',
      `tags must be at most ${limits.tags} strings of ${limits.tagLength} characters.`,
    );
  return JSON.stringify(tags);
}

/** The body of a send: an object or nothing. */
export function asMessage(body: unknown): Json {
  if (isJsonObject(body)) return body;
  throw new ServiceProblem('ERR_INVALID_MESSAGE_DATA', 'The body must be an object.');
}
