import type { DatabaseSync } from 'node:sqlite';

/** The compared content: no action messages, no `updatedAt`, and no ids and times that the service assigns. */
const contents = [
  'SELECT role, name FROM roles ORDER BY role',
  'SELECT uid, name, role, metadata, tags, deactivated_at IS NULL AS active FROM users ORDER BY uid',
  'SELECT guid, name, type, owner, description, members_count FROM groups ORDER BY guid',
  'SELECT guid, uid, scope FROM members ORDER BY guid, uid',
  'SELECT guid, uid FROM bans ORDER BY guid, uid',
  `SELECT muid, sender, receiver, data, tags, sent_at FROM messages WHERE category <> 'action' ORDER BY sent_at, muid, sender`,
  'SELECT message_id, reaction, uid FROM reactions ORDER BY message_id, reaction, uid',
  'SELECT uid, friend FROM friends ORDER BY uid, friend',
  'SELECT uid, blocked FROM blocks ORDER BY uid, blocked',
];

/** The content of an app, one line for each record. */
export function appContent(db: DatabaseSync): string[] {
  return contents.flatMap((sql) =>
    db
      .prepare(sql)
      .all()
      .map((row) => `${sql.split(' ')[1]} ${JSON.stringify(row)}`),
  );
}

/** The lines that are in only one of the two contents. */
export function contentMistakes(before: readonly string[], after: readonly string[]): string[] {
  const [was, is] = [new Set(before), new Set(after)];
  return [
    ...before.filter((line) => !is.has(line)).map((line) => `The undo has removed ${line}`),
    ...after.filter((line) => !was.has(line)).map((line) => `The undo has left ${line}`),
  ];
}
