import type { LocalService } from '@chatferry/local-service';

/** Everything that an app holds, field by field, without action messages, `updatedAt` and the ids that the service gives. */
export function appContent({ db }: Pick<LocalService, 'db'>): Record<string, unknown[]> {
  const all = (sql: string): unknown[] =>
    db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  return {
    roles: all('SELECT role, name, description, metadata, settings FROM roles ORDER BY role'),
    users: all(
      `SELECT uid, name, avatar, link, role, metadata, tags, created_at, last_active_at, deactivated_at IS NULL AS active
       FROM users ORDER BY uid`,
    ),
    groups: all(
      `SELECT guid, name, type, password, icon, description, owner, metadata, tags, members_count, created_at
       FROM groups ORDER BY guid`,
    ),
    members: all('SELECT * FROM members ORDER BY guid, uid'),
    bans: all('SELECT guid, uid FROM bans ORDER BY guid, uid'),
    messages: all(
      `SELECT muid, sender, receiver_type, receiver, category, type, data, tags, sent_at, delivered_at, read_at
       FROM messages WHERE category <> 'action' ORDER BY sent_at, muid, sender`,
    ),
    reactions: all(
      `SELECT muid, reaction, uid FROM reactions JOIN messages ON messages.id = message_id ORDER BY muid, reaction, uid`,
    ),
    friends: all('SELECT uid, friend FROM friends ORDER BY uid, friend'),
    blocks: all('SELECT uid, blocked FROM blocks ORDER BY uid, blocked'),
  };
}
