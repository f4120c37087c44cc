import { groupConversationId } from '../../entities/group.ts';
import type { Quotas } from '../../quotas/quotas.ts';
import type { Answer } from '../../terms/answer.ts';
import type { Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { notAMember } from '../../storage/clearance.ts';
import {
  clearConversation,
  markDelivered,
  markRead,
  markUnread,
  setConversationTags,
  setPinned,
  type Side,
} from '../../storage/conversation-marks.ts';
import { partiesOf } from '../../storage/conversations.ts';
import { existingGroup } from '../../storage/groups.ts';
import { findMembership } from '../../storage/members.ts';
import type { Store } from '../../storage/store.ts';
import { activeUser } from '../../storage/users.ts';
import { seenConversation } from './conversations.ts';
import { applied } from '../done.ts';

/** The operations on one conversation, identified by the other user or by the group. */
interface OneConversation {
  readonly path: { readonly uid: string } | { readonly guid: string };
  readonly actor: string | undefined;
  readonly store: Store;
  readonly quotas: Quotas;
}

const get = ({ store, ...call }: OneConversation): Answer => ({
  data: seenConversation(store, sideOf({ store, ...call })),
});

const update = (call: OneConversation & { body: { tags?: string[] | undefined } }): Answer => {
  if (call.body.tags !== undefined) setConversationTags(call.store, sideOf(call), call.body.tags);
  return get(call);
};

const delivered = (call: OneConversation): Answer => {
  markDelivered(call.store, sideOf(call));
  return applied(`All messages are marked as delivered for ${call.actor}.`);
};

const read = (call: OneConversation): Answer => {
  markRead(call.store, sideOf(call));
  return applied(`All messages are marked as read for ${call.actor}.`);
};

const unread = (call: OneConversation): Answer => {
  call.quotas.spendUnread(call.actor!);
  markUnread(call.store, sideOf(call));
  return applied(`The last message is marked as unread for ${call.actor}.`);
};

const reset = (
  call: OneConversation & { body?: { deleteMessagesPermanently?: boolean | undefined } },
): Answer => {
  const side = sideOf(call);
  clearConversation(call.store, side, call.body?.deleteMessagesPermanently === true);
  return applied(`The conversation ${side.conversationId} is deleted for ${call.actor}.`);
};

const pin = (call: OneConversation): Answer => {
  const side = sideOf(call);
  const { pinned } = call.store.get<{ pinned: number }>(
    `SELECT count(*) AS pinned FROM conversation_marks
     WHERE uid = ? AND conversation_id <> ? AND pinned_at IS NOT NULL`,
    side.uid,
    side.conversationId,
  )!;
  if (pinned >= PINNED_BY_USER)
    throw new ServiceProblem(
      'ERR_PINNED_CONVERSATIONS_LIMIT_EXCEEDED',
      `${side.uid} has pinned ${PINNED_BY_USER} conversations already.`,
    );
  setPinned(call.store, side, call.store.seconds());
  return { data: seenConversation(call.store, side) };
};

const unpin = (call: OneConversation): Answer => {
  const side = sideOf(call);
  setPinned(call.store, side, null);
  return { data: seenConversation(call.store, side) };
};

/** Source: limits of the reference. */
const PINNED_BY_USER = 5;

export const oneConversationHandlers = {
  'users.conversation.get': get,
  'users.conversation.update': update,
  'users.conversation.reset': reset,
  'users.conversation.markDelivered': delivered,
  'users.conversation.markRead': read,
  'users.conversation.markUnread': unread,
  'users.conversation.pin': pin,
  'users.conversation.unpin': unpin,
  'groups.conversation.get': get,
  'groups.conversation.update': update,
  'groups.conversation.reset': reset,
  'groups.conversation.markDelivered': delivered,
  'groups.conversation.markRead': read,
  'groups.conversation.markUnread': unread,
  'groups.conversation.pin': pin,
  'groups.conversation.unpin': unpin,
} satisfies Handlers;

/**
 * The acting user's side of the conversation. @throws {ServiceProblem} for an unknown user or group, or when the user is not a member of the
 * group
 */
function sideOf({ path, actor, store }: Omit<OneConversation, 'quotas'>): Side {
  const uid = actor!;
  if ('uid' in path) {
    const other = activeUser(store, path.uid);
    return { uid, conversationId: partiesOf(uid, 'user', other.uid).conversationId };
  }
  const { guid } = existingGroup(store, path.guid);
  if (findMembership(store, guid, uid) === undefined) throw notAMember(guid, uid);
  return { uid, conversationId: groupConversationId(guid) };
}
