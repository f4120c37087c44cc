import type { Store } from '../storage/store.ts';
import { NO_MESSAGE } from '../storage/conversations.ts';
import { findGroup } from '../storage/groups.ts';
import { findMembership } from '../storage/members.ts';
import { findUser } from '../storage/users.ts';
import { groupEntity } from '../entities/group.ts';
import { MessageReader, type MessageRow } from './message-entity.ts';
import { givenTags, present } from '../entities/present.ts';
import { userEntity } from '../entities/user.ts';

/** A conversation in the list of one of its users. */
export interface SideRow {
  readonly conversation_id: string;
  readonly type: 'user' | 'group';
  readonly last_message_id: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly uid: string;
  /** The uid of the other user, or the guid of the group. */
  readonly talks_with: string;
  readonly mark_tags: string | null;
  readonly pinned_at: number | null;
  readonly unread: number;
}

/** Sides with the marks of their user; `conversation_marks` as `mark`. */
export const SIDES = `FROM conversation_sides AS side LEFT JOIN conversation_marks AS mark
  USING (uid, conversation_id)`;

/** The number of messages of other users that the user has not read. An imported `readAt` counts as read. */
const UNREAD = `(SELECT count(*) FROM messages WHERE messages.conversation_id = side.conversation_id
  AND sender <> side.uid AND read_at IS NULL AND deleted_at IS NULL AND category <> 'action'
  AND id > coalesce(read_id, 0))`;

export const SIDE_COLUMNS = `side.*, mark.tags AS mark_tags, mark.pinned_at, ${UNREAD} AS unread`;

/** Selects sides with a message after their user cleared them, or without any message ever. */
export const VISIBLE = `(side.last_message_id > coalesce(mark.cleared_id, 0)
  OR (side.last_message_id = ${NO_MESSAGE} AND coalesce(mark.cleared_id, 0) = 0))`;

export const HAS_UNREAD = `${UNREAD} > 0`;

/** The context in which a conversation is shown. */
interface ConversationView {
  readonly withTags?: boolean;
  readonly withLastMessage?: boolean;
  /** Whether the conversation is in the list of the whole app, where an entry names its side's user. */
  readonly isAppWide?: boolean;
}

export function conversationEntity(
  store: Store,
  side: SideRow,
  { withTags = true, withLastMessage = true, isAppWide = false }: ConversationView = {},
): Record<string, unknown> {
  return present({
    conversationId: side.conversation_id,
    conversationType: side.type,
    // Sent as text, as in the reference's examples.
    unreadMessageCount: String(side.unread),
    createdAt: side.created_at,
    updatedAt: side.updated_at,
    uid: isAppWide ? side.uid : undefined,
    lastMessage: withLastMessage ? lastMessage(store, side) : undefined,
    conversationWith: otherParty(store, side, isAppWide),
    tags: withTags ? givenTags(side.mark_tags) : undefined,
    pinnedAt: side.pinned_at,
    pinnedBy: side.pinned_at === null ? undefined : side.uid,
  });
}

function lastMessage(store: Store, side: SideRow): object | undefined {
  const last = store.get<MessageRow>('SELECT * FROM messages WHERE id = ?', side.last_message_id);
  return last === undefined ? undefined : new MessageReader(store, side.uid).entity(last);
}

/** The other user's entity contains the conversation id only for the side's own user. */
function otherParty(store: Store, side: SideRow, isAppWide: boolean): Record<string, unknown> {
  if (side.type === 'user') {
    const user = findUser(store, side.talks_with);
    const entity = user === undefined ? { uid: side.talks_with } : userEntity(user);
    return isAppWide ? entity : { ...entity, conversationId: side.conversation_id };
  }
  const group = findGroup(store, side.talks_with);
  if (group === undefined) return { guid: side.talks_with };
  return groupEntity(group, { membership: findMembership(store, group.guid, side.uid) });
}
