import { groupConversationId } from '../../entities/group.ts';
import type { Call, Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { partiesOf } from '../../storage/conversations.ts';
import { existingGroup } from '../../storage/groups.ts';
import { findMembership } from '../../storage/members.ts';
import { activeUser } from '../../storage/users.ts';
import { messageConditions } from './message-filters.ts';
import { messagePage, messagePageWithCursor } from './message-page.ts';
import { messageCounts } from './message-counts.ts';
import type { Conditions, PageQuery } from '../../lists/paging.ts';

export const messageListHandlers = {
  'messages.list': ({ query, actor, store, app, lists }) => {
    const where = messageConditions(query, actor);
    if (actor !== undefined) addSeenBy(where, actor);
    if (isCounted(query)) return messageCounts(store, where, pageOfCounts(query), actor);
    return messagePage({ store, app, lists, actor }, where, query);
  },

  'users.messages.list': ({ path, query, actor, store, app, lists }) => {
    const { uid } = activeUser(store, path.uid);
    const where = messageConditions(query, actor ?? uid);
    if (actor === undefined) addSeenBy(where, uid);
    else where.add('conversation_id = ?', partiesOf(actor, 'user', uid).conversationId);
    const limit = query.limit ?? query.perPage;
    if (isCounted(query)) return messageCounts(store, where, pageOfCounts(query), actor ?? uid);
    return messagePageWithCursor({ store, app, lists, actor }, where, { ...query, limit });
  },

  'groups.messages.list': ({ path, query, actor, store, app, lists }) => {
    const { guid } = existingGroup(store, path.guid);
    if (actor !== undefined && findMembership(store, guid, actor) === undefined)
      throw new ServiceProblem('ERR_GROUP_NOT_JOINED', `${actor} is not a member of ${guid}.`);
    const where = messageConditions(query, actor);
    where.add('conversation_id = ?', groupConversationId(guid));
    if (isCounted(query)) return messageCounts(store, where, pageOfCounts(query), actor);
    return messagePage({ store, app, lists, actor }, where, query);
  },
} satisfies Handlers;

/** `count` has an effect only with `unread`. */
function isCounted({ count, unread }: Call<'messages.list'>['query']): boolean {
  return count === true && unread === true;
}

/** Counts are always on one page. */
function pageOfCounts({ limit }: { readonly limit?: number | undefined }): PageQuery {
  return { perPage: limit };
}

/** The messages that a user can see: messages that they sent or received, and all messages in their groups. */
export function addSeenBy(where: Conditions, uid: string): void {
  where.add(
    `sender = ? OR (receiver_type = 'user' AND receiver = ?)
     OR (receiver_type = 'group' AND receiver IN (SELECT guid FROM members WHERE uid = ?))`,
    uid,
    uid,
    uid,
  );
}
