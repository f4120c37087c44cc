import type { DatabaseSync } from 'node:sqlite';

/** Messages without replies and reactions that are not replies themselves. */
const ALONE = `muid IS NOT NULL AND parent_id IS NULL
  AND id NOT IN (SELECT parent_id FROM messages WHERE parent_id IS NOT NULL)
  AND id NOT IN (SELECT message_id FROM reactions)`;

const ACTIVE = '(SELECT uid FROM users WHERE deactivated_at IS NULL)';

/** Statements that change some records of an app. A repair can undo the changes. `nth` selects the records, from 0. */
const tamperings: readonly ((nth: number) => string)[] = [
  // The service has no list of the relations between two deactivated users.
  () => `DELETE FROM friends WHERE uid IN ${ACTIVE} OR friend IN ${ACTIVE}`,
  (nth) =>
    `DELETE FROM blocks WHERE unicode(substr(blocked, -1)) % 2 = ${nth % 2} AND uid IN ${ACTIVE}`,
  (nth) =>
    `UPDATE users SET name = 'Changed', metadata = NULL, tags = '[]' WHERE unicode(substr(uid, -1)) % 5 = ${nth % 5}`,
  (nth) => `UPDATE users SET role = 'default' WHERE unicode(substr(uid, -1)) % 6 = ${nth % 6}`,
  (nth) =>
    `UPDATE users SET deactivated_at = iif(deactivated_at IS NULL, 1, NULL) WHERE unicode(substr(uid, -1)) % 7 = ${nth % 7}`,
  (nth) =>
    `UPDATE groups SET name = 'Changed', description = 'Changed' WHERE unicode(substr(guid, -1)) % 3 = ${nth % 3}`,
  (
    nth,
  ) => `UPDATE members SET scope = iif(scope = 'admin', 'participant', 'admin') WHERE unicode(substr(uid, -1)) % 4 = ${nth % 4}
    AND NOT EXISTS (SELECT 1 FROM groups WHERE groups.guid = members.guid AND owner = uid)`,
  (nth) => `DELETE FROM members WHERE unicode(substr(uid, -1)) % 9 = ${nth % 9}
    AND NOT EXISTS (SELECT 1 FROM groups WHERE groups.guid = members.guid AND owner = uid)`,
  (
    nth,
  ) => `INSERT INTO bans (guid, uid, banned_at) SELECT guid, uid, 1 FROM members WHERE unicode(substr(uid, -1)) % 11 = ${nth % 11}
    AND NOT EXISTS (SELECT 1 FROM groups WHERE groups.guid = members.guid AND owner = uid)`,
  () => 'DELETE FROM members WHERE (guid, uid) IN (SELECT guid, uid FROM bans)',
  (nth) =>
    `UPDATE messages SET data = json_set(data, '$.text', 'Changed'), tags = '[]' WHERE id % 13 = ${nth % 13} AND ${ALONE}`,
  (nth) => `DELETE FROM messages WHERE id % 17 = ${nth % 17} AND ${ALONE}`,
  (nth) => `DELETE FROM reactions WHERE unicode(substr(uid, -1)) % 5 = ${nth % 5}`,
];

/** Changes an app by hand, in all ways that a repair can undo. */
export function tamper(db: DatabaseSync, nth: number): void {
  db.exec('PRAGMA foreign_keys = OFF');
  for (const sqlOf of tamperings) db.exec(sqlOf(nth));
}
