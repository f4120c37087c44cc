import { ServiceProblem } from '../terms/service-problem.ts';
import { deleteMessages, settleConversation } from './deletions.ts';
import type { Store } from './store.ts';

/** The acting user's side of a conversation. */
export interface Side {
  readonly uid: string;
  readonly conversationId: string;
}

interface ConversationRow {
  readonly type: 'user' | 'group';
  readonly last_message_id: number;
}

/** @throws {ServiceProblem} `ERR_CONVERSATION_NOT_ACCESSIBLE` when no message has been sent yet */
function existingConversation(store: Store, { conversationId }: Side): ConversationRow {
  const row = store.get<ConversationRow>(
    'SELECT * FROM conversations WHERE conversation_id = ?',
    conversationId,
  );
  if (row === undefined) throw notAccessible(conversationId);
  return row;
}

export function notAccessible(conversationId: string): ServiceProblem {
  return new ServiceProblem(
    'ERR_CONVERSATION_NOT_ACCESSIBLE',
    `There is no conversation ${conversationId} for this user.`,
  );
}

/** Marks all messages of the others as delivered. For a group, only the user's own mark is stored. */
export function markDelivered(store: Store, side: Side): void {
  if (existingConversation(store, side).type === 'user')
    store.run(
      'UPDATE messages SET delivered_at = ? WHERE conversation_id = ? AND sender <> ? AND delivered_at IS NULL',
      store.seconds(),
      side.conversationId,
      side.uid,
    );
}

/** Marks all messages of the others as read, and therefore as delivered. */
export function markRead(store: Store, side: Side): void {
  markDelivered(store, side);
  const { type, last_message_id: last } = existingConversation(store, side);
  if (type === 'user')
    store.run(
      'UPDATE messages SET read_at = ? WHERE conversation_id = ? AND sender <> ? AND read_at IS NULL',
      store.seconds(),
      side.conversationId,
      side.uid,
    );
  setMark(store, side, 'read_id', highestId(store, side, last));
}

/** Marks the last message of the others as unread. */
export function markUnread(store: Store, side: Side): void {
  existingConversation(store, side);
  const last = store.get<{ id: number }>(
    `SELECT id FROM messages WHERE conversation_id = ? AND sender <> ? AND category <> 'action'
     ORDER BY sent_at DESC, id DESC LIMIT 1`,
    side.conversationId,
    side.uid,
  );
  if (last === undefined) return;
  store.run('UPDATE messages SET read_at = NULL WHERE id = ?', last.id);
  setMark(store, side, 'read_id', last.id - 1);
}

/** Hides all messages so far from the user; with `permanently`, deletes them. */
export function clearConversation(store: Store, side: Side, permanently: boolean): void {
  const { last_message_id: last } = existingConversation(store, side);
  if (!permanently) {
    setMark(store, side, 'cleared_id', highestId(store, side, last));
    return;
  }
  deleteMessages(store, 'conversation_id = ?1', side.conversationId);
  settleConversation(store, side.conversationId);
}

export function setConversationTags(store: Store, side: Side, tags: readonly string[]): void {
  existingConversation(store, side);
  setMark(store, side, 'tags', JSON.stringify(tags));
}

/** @param pinnedAt UNIX seconds; `null` to unpin */
export function setPinned(store: Store, side: Side, pinnedAt: number | null): void {
  existingConversation(store, side);
  setMark(store, side, 'pinned_at', pinnedAt);
}

function setMark(
  store: Store,
  { uid, conversationId }: Side,
  column: 'read_id' | 'cleared_id' | 'tags' | 'pinned_at',
  value: string | number | null,
): void {
  store.run(
    `INSERT INTO conversation_marks (uid, conversation_id, ${column}) VALUES (?, ?, ?)
     ON CONFLICT (uid, conversation_id) DO UPDATE SET ${column} = excluded.${column}`,
    uid,
    conversationId,
    value,
  );
}

/** Imported messages have higher ids than newer messages, so marks use the highest id. */
function highestId(store: Store, { conversationId }: Side, last: number): number {
  return (
    store.get<{ id: number | null }>(
      'SELECT max(id) AS id FROM messages WHERE conversation_id = ?',
      conversationId,
    )?.id ?? last
  );
}
