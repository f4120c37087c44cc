import { groupConversationId } from '../entities/group.ts';
import type { Handlers } from '../http/call.ts';
import { ServiceProblem } from '../service-problem.ts';
import { partiesOf } from '../storage/conversations.ts';
import { existingGroup } from '../storage/groups.ts';
import { findMembership } from '../storage/members.ts';
import { activeUser } from '../storage/users.ts';
import { messageConditions } from './message-filters.ts';
import { messagePage } from './message-page.ts';
import type { Conditions } from './paging.ts';

export const messageListHandlers = {
  'messages.list': ({ query, actor, store }) => {
    const where = messageConditions(query, actor);
    if (actor !== undefined) addSeenBy(where, actor);
    return messagePage(store, where, query, actor);
  },

  'users.messages.list': ({ path, query, actor, store }) => {
    const { uid } = activeUser(store, path.uid);
    const where = messageConditions(query, actor ?? uid);
    if (actor === undefined) addSeenBy(where, uid);
    else where.add('conversation_id = ?', partiesOf(actor, 'user', uid).conversationId);
    return messagePage(store, where, { ...query, limit: query.limit ?? query.perPage }, actor);
  },

  'groups.messages.list': ({ path, query, actor, store }) => {
    const { guid } = existingGroup(store, path.guid);
    if (actor !== undefined && findMembership(store, guid, actor) === undefined)
      throw new ServiceProblem('ERR_GROUP_NOT_JOINED', `${actor} is not a member of ${guid}.`);
    const where = messageConditions(query, actor);
    where.add('conversation_id = ?', groupConversationId(guid));
    return messagePage(store, where, query, actor);
  },
} satisfies Handlers;

/** What a user gets to see: what they sent or received, and everything in groups they are in. */
export function addSeenBy(where: Conditions, uid: string): void {
  where.add(
    `sender = ? OR (receiver_type = 'user' AND receiver = ?)
     OR (receiver_type = 'group' AND receiver IN (SELECT guid FROM members WHERE uid = ?))`,
    uid,
    uid,
    uid,
  );
}
