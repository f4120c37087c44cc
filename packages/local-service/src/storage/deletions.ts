import type { Store } from './store.ts';

/** Deletes a user permanently, with their messages, conversations, memberships and relations. */
export function deleteUser(store: Store, uid: string): void {
  const conversations = store.all<{ conversation_id: string }>(
    `SELECT DISTINCT conversation_id FROM messages WHERE sender = ?1 OR (receiver_type = 'user' AND receiver = ?1)`,
    uid,
  );
  deleteMessages(store, `sender = ?1 OR (receiver_type = 'user' AND receiver = ?1)`, uid);
  for (const { conversation_id: id } of conversations) settleConversation(store, id);
  store.run(
    `UPDATE groups SET members_count = members_count - 1
     WHERE guid IN (SELECT guid FROM members WHERE uid = ?)`,
    uid,
  );
  for (const condition of [
    'members WHERE uid = ?1',
    'bans WHERE uid = ?1',
    'auth_tokens WHERE uid = ?1',
    'friends WHERE uid = ?1 OR friend = ?1',
    'blocks WHERE uid = ?1 OR blocked = ?1',
    'reactions WHERE uid = ?1',
    'message_marks WHERE uid = ?1',
    'conversation_marks WHERE uid = ?1',
    `documents WHERE collection = 'userNotifications' AND id = ?1`,
    `documents WHERE collection = 'pushTokens' AND document ->> 'uid' = ?1`,
    `former_parties WHERE type = 'user' AND party = ?1`,
    'users WHERE uid = ?1',
  ])
    store.run(`DELETE FROM ${condition}`, uid);
}

/** Deletes a group permanently, with its members, bans and messages. */
export function deleteGroup(store: Store, guid: string, conversationId: string): void {
  deleteMessages(store, 'conversation_id = ?1', conversationId);
  settleConversation(store, conversationId);
  for (const table of ['members', 'bans', 'groups'])
    store.run(`DELETE FROM ${table} WHERE guid = ?`, guid);
  store.run(`DELETE FROM former_parties WHERE type = 'group' AND party = ?`, guid);
  store.run(`DELETE FROM permissions WHERE holder GLOB 'scope * of ' || ?`, guid);
}

/** Deletes the messages that satisfy the condition on `?1`, with their reactions and marks. */
export function deleteMessages(store: Store, condition: string, value: string | number): void {
  const ids = `SELECT id FROM messages WHERE ${condition}`;
  store.run(`DELETE FROM reactions WHERE message_id IN (${ids})`, value);
  store.run(`DELETE FROM message_marks WHERE message_id IN (${ids})`, value);
  store.run(`DELETE FROM messages WHERE ${condition}`, value);
}

/** Makes the last remaining message the latest of the conversation; without one, deletes the conversation. */
export function settleConversation(store: Store, conversationId: string): void {
  const last = store.get<{ id: number; sent_at: number }>(
    'SELECT id, sent_at FROM messages WHERE conversation_id = ? ORDER BY sent_at DESC, id DESC LIMIT 1',
    conversationId,
  );
  if (last === undefined) {
    store.run('DELETE FROM conversations WHERE conversation_id = ?', conversationId);
    store.run('DELETE FROM conversation_marks WHERE conversation_id = ?', conversationId);
  } else {
    store.run(
      'UPDATE conversations SET last_message_id = ?, updated_at = ? WHERE conversation_id = ?',
      last.id,
      last.sent_at,
      conversationId,
    );
  }
}
